#pragma once

// Opens those of the libraries that are there. The file of one that is not; null where all are.
const char *offscreen_open_late_libraries(void);
