import { z } from 'zod'
import {
  answer,
  clashErrors,
  cleanText,
  ExternalId,
  endpointsOf,
  idOf,
  named,
  nameText,
  textId,
  times,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['folders'] })

const FolderName = nameText(255)

export const Folder = named('Folder', {
  id: z.int(),
  name: z.string(),
  ...times,
  path: z.array(z.object({ id: z.int(), name: z.string() })).nullable(),
  workspace_id: z.int(),
  parent_id: z.int().nullable(),
  external_ids: z.array(ExternalId),
})

const SavedFolder = answer('CreateFolderSuccessResponse', { folder: Folder })

export const createFolder = define({
  id: 'create_folder_api_public_v2_folders_post',
  post: '/api/public/v2/folders',
  summary: 'Create a folder, at the root or in another folder',
  body: z
    .looseObject({
      name: FolderName,
      parent_id: idOf('folder').nullish(),
      workspace_id: idOf('workspace').nullish(),
      external_ids: z.array(ExternalId).max(100).nullish(),
    })
    .meta({ id: 'CreateFolderRequest' }),
  success: { 201: SavedFolder },
  errors: clashErrors,
  example: { body: { name: 'Support' } },
})

export const updateFolder = define({
  id: 'update_folder_api_public_v2_folders_patch',
  patch: '/api/public/v2/folders/{folder_id}',
  summary: 'Rename a folder, move it, or both',
  description: 'Fields that are left out stay as they are; `parent_id: null` moves the folder to the root.',
  params: z.object({ folder_id: textId('folder') }),
  body: z
    .looseObject({ name: FolderName.optional(), parent_id: idOf('folder').nullish() })
    .refine((body) => body.name !== undefined || body.parent_id !== undefined, {
      path: ['name'],
      message: 'Field required',
      params: { type: 'missing' },
    })
    .meta({ id: 'UpdateFolderRequest' }),
  success: { 200: SavedFolder },
  example: { params: { folder_id: 1 }, body: { name: 'Customer support' } },
})

export const resolveFolderId = define({
  id: 'resolve_folder_id_api_public_v2_folders_resolve_id_get',
  get: '/api/public/v2/folders/resolve-id',
  summary: 'Find the id of a folder by its path',
  description:
    'Names joined by dots or slashes, from the root down. Names may contain either character, so every ' +
    'way of splitting is tried; a path that matches several folders is refused with their ids. With a ' +
    'slash anywhere in the path, slash-only readings are tried first: `/v1.2` is the folder "v1.2".',
  query: z.object({ workspace_id: textId('workspace').optional(), path: cleanText.min(1) }),
  success: { 200: named('ResolveFolderIdResponse', { id: z.int() }) },
  example: { query: { path: 'Shared' } },
})
