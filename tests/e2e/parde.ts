import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { World } from './world.ts'

/** Runs the operator's program beside the running server. */
export async function parde(world: World, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: world.dataDir, DATABASE_URL: '', ...world.env }
  const program = join(world.dist, 'server/cli.js')
  return (await promisify(execFile)('node', [program, ...args], { env })).stdout
}
