# SPDX-License-Identifier: Apache-2.0
# Warnings and sanitizers for own targets only.
function(sstr_compile_options target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wno-missing-field-initializers
    # GCC 12 reports "literal" + std::string (its bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  if(SSTR_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(SSTR_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${SSTR_SANITIZE} -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${SSTR_SANITIZE})
  endif()
endfunction()
