/** The version in package.json. The build inserts it. */
declare const __APP_VERSION__: string;
