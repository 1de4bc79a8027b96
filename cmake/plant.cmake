# SPDX-License-Identifier: Apache-2.0
# cmake -DFAULT=fuzz/faults/NAME -DSOURCE_DIR=… -DOUTPUT=FILE -P plant.cmake: the source file that the fault names,
# with the fault in it. The line that it replaces must be there, once.
file(READ "${FAULT}" fault)
if(NOT fault MATCHES "^file ([^\n]*)\nwithin ([0-9]+)\nfault ([^\n]*)\nold ([^\n]*)\nnew ([^\n]*)\n$")
    message(FATAL_ERROR "${FAULT}: its lines are: file, within, fault, old, new; see fuzz/README.md")
endif()
set(name "${CMAKE_MATCH_1}")
set(old "\n${CMAKE_MATCH_4}\n")
set(new "\n${CMAKE_MATCH_5}\n")
file(READ "${SOURCE_DIR}/${name}" source)
string(FIND "${source}" "${old}" first)
string(FIND "${source}" "${old}" last REVERSE)
if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "${FAULT}: ${name} must have the line once that is to be replaced; give another one")
endif()
string(REPLACE "${old}" "${new}" source "${source}")
file(WRITE "${OUTPUT}" "${source}")
