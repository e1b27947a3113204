# The runtime that programs compiled by `belay cc` are linked with: runtime/*.c -> one archive a
# width, in the folder where src/cli/cc.c looks for it, and <belay.h> beside it.
#
# Compiled by clang whatever compiles belay: the ABI uses one of its calling conventions. Never
# under sanitizers, and without builtins: what the wrappers call is the library's function.
set(BELAY_RUNTIME_FLAGS
  -std=gnu17 -O2 -g -fPIC -Wall -Wextra -Wno-unused-parameter
  -fno-builtin -fno-stack-protector -fno-omit-frame-pointer -ftls-model=initial-exec -U_FORTIFY_SOURCE
  -I${CMAKE_SOURCE_DIR}/include -I${CMAKE_SOURCE_DIR}/runtime)

file(GLOB runtime_sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
  ${CMAKE_SOURCE_DIR}/runtime/*.c)
file(GLOB runtime_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.h
  ${CMAKE_SOURCE_DIR}/include/*.h ${CMAKE_SOURCE_DIR}/include/*.def)
set(runtime_dir ${CMAKE_BINARY_DIR}/rt)
file(MAKE_DIRECTORY ${runtime_dir}/include)
find_program(LLVM_AR_19 NAMES llvm-ar-19 ar HINTS ${LLVM_LIBDIR}/../bin REQUIRED)
find_program(LLVM_NM_19 NAMES llvm-nm-19 nm HINTS ${LLVM_LIBDIR}/../bin REQUIRED)
find_program(LLVM_OBJCOPY_19 NAMES llvm-objcopy-19 objcopy HINTS ${LLVM_LIBDIR}/../bin REQUIRED)

set(runtime_widths 64)
if(BELAY_HAS_M32) # found out in models.cmake
  list(APPEND runtime_widths 32)
endif()
set(runtime_outputs)
foreach(width ${runtime_widths})
  set(objects)
  foreach(source ${runtime_sources})
    get_filename_component(name ${source} NAME_WE)
    set(object ${runtime_dir}/${name}-${width}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${CLANG_19} -m${width} ${BELAY_RUNTIME_FLAGS} -c ${source} -o ${object}
      DEPENDS ${CMAKE_SOURCE_DIR}/${source} ${runtime_headers}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
      COMMENT "Runtime ${source} (${width} bits)" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(archive ${runtime_dir}/libbelay_rt-${width}.a)
  add_custom_command(OUTPUT ${archive}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${LLVM_AR_19} rcs ${archive} ${objects}
    COMMAND ${CMAKE_SOURCE_DIR}/cmake/hide-names ${LLVM_OBJCOPY_19} ${LLVM_NM_19} ${archive}
    DEPENDS ${objects} ${CMAKE_SOURCE_DIR}/cmake/hide-names COMMENT "Runtime archive (${width} bits)" VERBATIM)
  list(APPEND runtime_outputs ${archive})
endforeach()

set(public_header ${runtime_dir}/include/belay.h)
add_custom_command(OUTPUT ${public_header}
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/include/belay.h ${public_header}
  DEPENDS ${CMAKE_SOURCE_DIR}/include/belay.h VERBATIM)
add_custom_target(belay_runtime ALL DEPENDS ${runtime_outputs} ${public_header})

install(FILES ${runtime_outputs} DESTINATION lib/belay)
install(FILES include/belay.h DESTINATION lib/belay/include)
install(CODE "set(bin \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin)
file(MAKE_DIRECTORY \${bin})
file(CREATE_LINK belay \${bin}/belay-cc SYMBOLIC)")
