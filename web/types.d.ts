// What the bundler makes of imports that are not code.
declare module '*.css';
