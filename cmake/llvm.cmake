# LLVM 19 through its C API; headers as system headers. Programs that link belay_llvm get the
# shared library. The command itself (property STATIC_LLVM) gets the archives, as code for a fixed
# address: the 300,000 relocations of the shared library take longer than a small program.
find_program(LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
execute_process(COMMAND ${LLVM_CONFIG} --includedir OUTPUT_VARIABLE LLVM_INCLUDE OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG} --libdir OUTPUT_VARIABLE LLVM_LIBDIR OUTPUT_STRIP_TRAILING_WHITESPACE)
find_library(LLVM_LIBRARY NAMES LLVM-19 PATHS ${LLVM_LIBDIR} NO_DEFAULT_PATH REQUIRED)

execute_process(
  COMMAND ${LLVM_CONFIG} --link-static --libfiles passes linker irreader bitreader bitwriter
  OUTPUT_VARIABLE LLVM_ARCHIVES OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
separate_arguments(LLVM_ARCHIVES)
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libstdc++.a
  OUTPUT_VARIABLE STDCXX_ARCHIVE OUTPUT_STRIP_TRAILING_WHITESPACE)
find_library(ZSTD_LIBRARY NAMES zstd libzstd.so.1)
find_library(ZLIB_LIBRARY NAMES z libz.so.1)
set(has_archives OFF)
if(LLVM_ARCHIVES AND IS_ABSOLUTE "${STDCXX_ARCHIVE}" AND ZSTD_LIBRARY AND ZLIB_LIBRARY
   AND NOT BELAY_SANITIZE)
  set(has_archives ON)
endif()
option(BELAY_STATIC_LLVM "link belay with LLVM's archives" ${has_archives})

add_library(belay_llvm_static INTERFACE)
target_link_options(belay_llvm_static INTERFACE -no-pie -Wl,--gc-sections -static-libgcc)
target_link_libraries(belay_llvm_static INTERFACE ${LLVM_ARCHIVES} ${STDCXX_ARCHIVE}
  ${ZLIB_LIBRARY} ${ZSTD_LIBRARY} m)
add_library(belay_llvm INTERFACE)
target_link_libraries(belay_llvm INTERFACE
  $<IF:$<BOOL:$<TARGET_PROPERTY:STATIC_LLVM>>,belay_llvm_static,${LLVM_LIBRARY}>)
