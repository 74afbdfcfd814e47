// Module OffscreenLoading.
