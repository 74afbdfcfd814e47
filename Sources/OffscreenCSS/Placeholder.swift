// Module OffscreenCSS.
