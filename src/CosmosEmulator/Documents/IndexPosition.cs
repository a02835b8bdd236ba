namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A place in the order of an index.</summary>
/// <param name="Key">As <see cref="IndexKey"/> writes it; empty for the start.</param>
/// <param name="Number">The last document with that key that was read; 0 for none.</param>
internal readonly record struct IndexPosition(ReadOnlyMemory<byte> Key, long Number);

/// <summary>A document, and its key in the index by which it was found.</summary>
internal readonly record struct IndexedDocument(StoredDocument Document, byte[] Key);
