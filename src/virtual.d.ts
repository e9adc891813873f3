/** The theme's variables as a style sheet; the build makes it (`vite.config.ts`). */
declare module 'virtual:theme.css'
