export {
  createObjectStorage,
  isMissing,
  type ObjectStorage,
  type ObjectStorageOptions,
} from './object-storage.ts'
