/** Style sheets imported for the bundler, which emits them next to the script. */
declare module '*.css';
