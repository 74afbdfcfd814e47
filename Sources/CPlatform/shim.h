#pragma once
#include "files.h"
#include "filter.h"
#include "landlock.h"
#include "resource-limits.h"
#include "probe.h"
#include "processes.h"
#include "process-memory.h"
