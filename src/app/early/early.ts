import { recordClicks } from './recordClicks.ts'
import { requireBaseline } from './requireBaseline.ts'
import { updateBrokenBuild } from './updateBrokenBuild.ts'

/*
 * The entry of `/early.js`, a classic script of its own (vite.early.ts): it runs before the app's modules have loaded, and
 * when they never do.
 */
requireBaseline()
updateBrokenBuild(recordClicks())
