import { applySavedAppearance } from './savedAppearance.ts';

// Applies the settings that the very first frame needs, before the body is parsed. The build
// compiles this small script into index.html, and the content security policy allows its hash. At a
// first visit the server omits the script, because browsers are slow to open an empty storage.
applySavedAppearance();
