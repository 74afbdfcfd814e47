// Module OffscreenHTML.
