import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { misspeltSettings, SETTING_NAMES } from '#server/config.ts'

/** The files of `deploy/` that no test can run: there is no container runtime and no running systemd. */

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

const compose = read('deploy/compose.yaml')
const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/parde.service')
const example = names(read('deploy/env.example'), /^#?([A-Z0-9_]+)=/gm)
/** Names in `deploy/caddy`. */
const caddy = readdirSync(join(ROOT, 'deploy/caddy')).flatMap((file) =>
  names(read(`deploy/caddy/${file}`), /\{\$([A-Z0-9_]+)/g),
)
/** Environment of the services of compose.yaml, by their indentation. */
const inCompose = names(compose, /^ {6}([A-Z0-9_]+): /gm)
const substituted = names(compose, /\$\{([A-Z0-9_]+)/g)

describe('the Dockerfile', () => {
  test('copies files that exist', () => {
    const copied = names(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((files) => files.split(' '))
    expect(copied).toContain('package-lock.json')
    expect(copied.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  test('leaves no file out that the build reads', () => {
    const left = read('deploy/Dockerfile.dockerignore').split('\n')
    for (const folder of ['src', 'sw', 'server', 'demo', 'public']) expect(left).not.toContain(folder)
    expect(left).toContain('**/.env')
  })

  test('has the Node version of .nvmrc', () => {
    const versions = names(dockerfile, /^FROM node:([\d.]+)-/gm)
    expect(versions).toEqual([read('.nvmrc').trim(), read('.nvmrc').trim()])
  })

  test('starts a file that the build writes', () => {
    expect(dockerfile).toContain('COPY --from=build /build/dist ./')
    expect(dockerfile).toContain('CMD ["node", "server/main.js"]')
    expect(read('server/vite.config.ts')).toContain("main: resolve(root, 'server/main.ts')")
  })
})

test('compose.yaml mounts and builds from paths that exist', () => {
  const paths = [...names(compose, /^ +- (\.\/\S+?):/gm), ...names(compose, /dockerfile: (\S+)/g)]
  expect(paths).toEqual(['./garage.toml', './caddy', 'deploy/Dockerfile'])
  for (const path of ['garage.toml', 'caddy']) expect(existsSync(join(ROOT, 'deploy', path))).toBe(true)
  for (const layout of ['two-hosts', 'one-host']) {
    expect(existsSync(join(ROOT, `deploy/caddy/${layout}.Caddyfile`))).toBe(true)
  }
})

describe('every variable', () => {
  test('of env.example is a setting of the server or is used in compose.yaml', () => {
    expect(example.length).toBeGreaterThan(8)
    expect(example.filter((name) => ![...SETTING_NAMES, ...substituted].includes(name))).toEqual([])
  })

  test('that compose.yaml substitutes is in env.example', () => {
    expect(substituted.filter((name) => !example.includes(name))).toEqual([])
  })

  test('that compose.yaml sets is a setting, a name in a Caddyfile, or one of another image', () => {
    const garage = ['ACCESS_KEY', 'SECRET_KEY', 'BUCKET'].map((name) => `GARAGE_DEFAULT_${name}`)
    const known = [...SETTING_NAMES, ...caddy, 'POSTGRES_USER', 'POSTGRES_PASSWORD', ...garage]
    expect(inCompose).toContain('DATABASE_URL')
    expect(inCompose.filter((name) => !known.includes(name))).toEqual([])
  })

  test('of the Caddyfiles is set by compose.yaml', () => {
    expect(new Set(caddy)).toEqual(new Set(['APP_DOMAIN', 'API_DOMAIN', 'APP_UPSTREAM', 'API_UPSTREAM']))
    expect(caddy.filter((name) => !inCompose.includes(name))).toEqual([])
  })

  test('that the Dockerfile and the unit set is a setting', () => {
    const set = [...names(dockerfile, /^ENV (.+)$/gm), ...names(unit, /^Environment=(.+)$/gm)]
    const found = set.flatMap((line) => names(line, /([A-Z0-9_]+)=/g))
    expect(found.toSorted()).toEqual(['DATA_DIR', 'DATA_DIR', 'HOST'])
    expect(found.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
  })

  test('that the server gets from env.example is not taken for a misspelt setting', () => {
    expect(misspeltSettings(Object.fromEntries(example.map((name) => [name, '1'])))).toEqual([])
  })
})

const noSystemd = spawnSync('systemd-analyze', ['--version']).error !== undefined
if (noSystemd) console.warn('NOT TESTED HERE: deploy/parde.service (systemd-analyze is not installed)')

test.skipIf(noSystemd)('systemd finds no fault in the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parde-unit-'))
  try {
    const file = join(folder, 'parde.service')
    // The program must exist where the check runs.
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    // It also reports units of this machine that it cannot load.
    const faults = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('parde.service'))
    expect(faults).toEqual([])
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
