/** The parts of s3rver that the tests use; the package has no types. */
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    httpServer: Server
    run(): Promise<unknown>
    close(): Promise<unknown>
  }
}

declare module '@20minutes/s3rver/lib/signature/v4.js' {
  const v4: {
    getStringToSign(request: { uri: string }, signature: object): string
  }
  export default v4
}
