import { z } from 'zod'
import { mayDo, roles } from '../../engine/roles.ts'

export { mayDo, roles }
export const Role = z.enum(roles).meta({ id: 'Role' })
export type Role = z.output<typeof Role>

/** Default role: viewer for GET, contributor for any other method. */
export const roleFor = ({ role, method }: { role?: Role; method: string }): Role =>
  role ?? (method === 'get' ? 'viewer' : 'contributor')
