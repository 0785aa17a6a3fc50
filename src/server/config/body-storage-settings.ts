import type { ObjectStorageOptions } from '../edge/index.ts'
import { ConfigError } from './config-error.ts'

export interface BodyStorageSettings extends ObjectStorageOptions {
  /** Before the name of each object; empty or ending in a slash. */
  readonly prefix: string
  /** Age in milliseconds from which a body is moved. */
  readonly moveAfterMs: number
}

const defaultMoveAfterSeconds = 600

/** Null without GALLEY_S3_ENDPOINT. */
export function readBodyStorage(
  environment: Readonly<Record<string, string | undefined>>,
): BodyStorageSettings | null {
  const address = environment['GALLEY_S3_ENDPOINT']
  if (!address) return null
  const required = (name: string): string => {
    const value = environment[name]
    if (value) return value
    throw new ConfigError(`${name} must be set beside GALLEY_S3_ENDPOINT.`)
  }
  return {
    endpoint: endpointOf(address),
    bucket: matching('GALLEY_S3_BUCKET', required('GALLEY_S3_BUCKET'), bucketPattern, 'the name of a bucket'),
    region: matching(
      'GALLEY_S3_REGION',
      environment['GALLEY_S3_REGION'] || 'us-east-1',
      /^[a-z0-9-]{1,40}$/,
      'a region',
    ),
    accessKeyId: required('GALLEY_S3_ACCESS_KEY_ID'),
    secretAccessKey: required('GALLEY_S3_SECRET_ACCESS_KEY'),
    prefix: prefixOf(environment['GALLEY_S3_PREFIX'] ?? ''),
    moveAfterMs: 1_000 * secondsOf(environment['GALLEY_S3_MOVE_AFTER'] || String(defaultMoveAfterSeconds)),
  }
}

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

function endpointOf(text: string): URL {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return url
  throw new ConfigError(
    'GALLEY_S3_ENDPOINT must be an http or https address without credentials or a query, such as https://s3.eu-central-1.amazonaws.com.',
  )
}

function prefixOf(text: string): string {
  const prefix = text.replace(/\/+$/, '')
  if (prefix === '') return ''
  return `${matching('GALLEY_S3_PREFIX', prefix, /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/, 'folders of letters, digits, dots, dashes and underscores')}/`
}

function matching(name: string, value: string, pattern: RegExp, kind: string): string {
  if (value.length <= 200 && pattern.test(value)) return value
  throw new ConfigError(`${name} must be ${kind}, not "${value}".`)
}

function secondsOf(text: string): number {
  if (/^\d{1,7}$/.test(text) && Number(text) <= 2_592_000) return Number(text)
  throw new ConfigError(`GALLEY_S3_MOVE_AFTER must be a number of seconds from 0 to 2592000, not "${text}".`)
}
