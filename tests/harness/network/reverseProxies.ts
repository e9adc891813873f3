import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { canInstallPackages, installPackage } from '#tests/harness/installPackage.ts'
import { type Running, run } from '#tests/harness/processes.ts'
import { freePort } from './relay.ts'

/** A real reverse proxy on ports of its own. */
export interface ReverseProxy {
  process: Running
  httpPort: number
  httpsPort: number
  /** The certificate that its clients must trust. It exists once the proxy answers. */
  ca(): Buffer
}

/** Values that the operator gives to the files of `deploy/`. */
export interface Deployment {
  layout: 'two-hosts' | 'one-host'
  appDomain: string
  apiDomain: string
  /** `host:port` */
  appUpstream: string
  apiUpstream: string
  /** how nginx sends films itself, and the variables of that template */
  films?: { template: 'films-folder' | 'films-bucket'; variables: Record<string, string> }
}

const DEPLOY = resolve('deploy')

/** Programs and the Debian packages that have them. */
const PROGRAMS = { nginx: 'nginx-light', caddy: 'caddy', openssl: 'openssl' }

/** Installs the proxies where they are missing; returns why this machine cannot have them. */
export function missingForProxies(): string | undefined {
  for (const [program, name] of Object.entries(PROGRAMS)) {
    if (!spawnSync(program, ['version']).error) continue
    if (!canInstallPackages()) return `${program} is not installed`
    installPackage(name)
  }
  return undefined
}

/** Starts nginx with the template of `deploy/nginx` and a self-signed certificate. `folder` must exist. */
export async function startNginx(folder: string, deployment: Deployment): Promise<ReverseProxy> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  makeCertificate(certificate, key, [deployment.appDomain, deployment.apiDomain])
  const template = readFileSync(join(DEPLOY, `nginx/${deployment.layout}.conf.template`), 'utf8')
  const filled = substitute(template, {
    APP_DOMAIN: deployment.appDomain,
    API_DOMAIN: deployment.apiDomain,
    APP_UPSTREAM: deployment.appUpstream,
    API_UPSTREAM: deployment.apiUpstream,
    TLS_CERTIFICATE: certificate,
    TLS_KEY: key,
    MEDIA_CACHE: join(folder, 'cache'),
  })
  // Each upstream twice, as with two processes: nginx ignores `max_fails` where there is only one.
  const doubled = filled.replace(/^ +server .+;$/gm, '$&\n$&')
  writeFileSync(join(folder, 'parde.conf'), onPorts(doubled, { 80: httpPort, 443: httpsPort }))
  cpSync(join(DEPLOY, 'nginx/parde'), join(folder, 'parde'), { recursive: true })
  if (deployment.films) {
    const { template, variables } = deployment.films
    mkdirSync(join(folder, 'parde/films'))
    const location = readFileSync(join(DEPLOY, `nginx/${template}.conf.template`), 'utf8')
    writeFileSync(join(folder, 'parde/films/films.conf'), substitute(location, variables))
  }
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/nginx.pid;
error_log stderr;
worker_processes 1;
events {}
http {
  access_log off;
  ${scratch.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include parde.conf;
}
`,
  )
  // The worker runs under another account than root.
  chmodSync(folder, 0o755)
  const process = run('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'])
  return { process, httpPort, httpsPort, ca: () => readFileSync(certificate) }
}

/** Starts Caddy with the Caddyfile of `deploy/caddy` and certificates of its own authority. `folder` must exist. */
export async function startCaddy(folder: string, deployment: Deployment): Promise<ReverseProxy> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const storage = join(folder, 'storage')
  mkdirSync(storage)
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{
	admin off
	http_port ${httpPort}
	https_port ${httpsPort}
	local_certs
	skip_install_trust
	storage file_system ${storage}
}
import ${DEPLOY}/caddy/${deployment.layout}.Caddyfile
`,
  )
  const process = run('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    APP_DOMAIN: deployment.appDomain,
    API_DOMAIN: deployment.apiDomain,
    APP_UPSTREAM: deployment.appUpstream,
    API_UPSTREAM: deployment.apiUpstream,
  })
  return { process, httpPort, httpsPort, ca: () => readFileSync(join(storage, 'pki/authorities/local/root.crt')) }
}

/** Replaces variables as `envsubst` does with the environment of the official nginx image: those that are set. */
function substitute(template: string, values: Record<string, string>): string {
  return template.replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** Changes `listen` lines to ports of the loopback addresses that this machine has. */
function onPorts(configuration: string, ports: Record<string, number>): string {
  const addresses = Object.values(networkInterfaces()).flat()
  const hasIpv6 = addresses.some((one) => one?.address === '::1')
  return configuration.replace(/listen (\[::\]:)?(\d+)/g, (whole, isIpv6: string | undefined, port: string) => {
    const other = ports[port]
    if (other === undefined) throw new Error(`No port is given for: ${whole}`)
    if (isIpv6 === undefined) return `listen 127.0.0.1:${other}`
    return hasIpv6 ? `listen [::1]:${other}` : `listen 127.0.0.2:${other}`
  })
}

function makeCertificate(certificate: string, key: string, domains: string[]): void {
  const names = domains.map((domain) => `DNS:${domain}`).join()
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', `/CN=${domains[0]}`, '-addext', `subjectAltName=${names}`]
  execFileSync('openssl', ['req', ...what, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
}
