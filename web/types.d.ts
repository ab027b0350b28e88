// Types of imports that are not code.
declare module '*.css';
