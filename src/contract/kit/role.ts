import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/**
 * What people and keys may do, each more than the one before: look; make and change; say what others are served
 * (release labels); run the workspace (keys, people, secrets, settings).
 */
export const roles = ['viewer', 'contributor', 'publisher', 'admin'] as const
export type Role = (typeof roles)[number]
export const Role = z.enum(roles).meta({ id: 'Role' })

/** Reading takes a viewer, anything else a contributor, unless the endpoint says otherwise. */
export const roleFor = ({ role, method }: Pick<Endpoint, 'role' | 'method'>): Role =>
  role ?? (method === 'get' ? 'viewer' : 'contributor')

export const mayDo = (own: Role, needed: Role): boolean => roles.indexOf(own) >= roles.indexOf(needed)
