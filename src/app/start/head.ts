import { applySavedAppearance } from './savedAppearance.ts';

// This script applies the settings that the first frame needs, before the body is parsed. The build
// compiles this small script into index.html, and the content security policy allows it by its
// hash. At a first visit the server omits the script, because browsers are slow to open an empty
// storage.
applySavedAppearance();
