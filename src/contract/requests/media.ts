import { z } from 'zod'
import { mediaTypes } from '../../engine/media/index.ts'
import { endpointsOf } from '../kit/index.ts'

const define = endpointsOf({ tags: ['request-logs'] })

export const readMedia = define({
  id: 'readMedia',
  get: '/api/public/v2/media/{sha256}',
  summary: 'Download a picture, recording or document of a logged request',
  description:
    'The media type is derived from the bytes. Types that browsers show without running anything come inline, all others as ' +
    'a download. `media` of a request names the hashes.',
  params: z.object({
    sha256: z.string().meta({ entity: 'media', description: 'SHA-256 of the bytes, in hexadecimal digits.' }),
  }),
  download: mediaTypes,
  etag: true,
  success: { 200: z.unknown() },
  example: { params: { sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' } },
})
