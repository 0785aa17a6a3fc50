export {
  createObjectStorage,
  isMissing,
  type ObjectStorage,
  ObjectStorageError,
  type ObjectStorageOptions,
} from './object-storage.ts'
