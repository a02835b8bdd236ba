namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The documents of a partition that have not expired by a time. The lock of the store guards it.</summary>
/// <param name="now">Seconds of the Unix clock; 0 if no document has expired.</param>
internal readonly struct LiveDocuments(DocumentSlots slots, long now)
{
    /// <summary>Documents from a slot on, at most <paramref name="limit"/>.</summary>
    public List<StoredDocument> Scan(int firstSlot, int limit)
    {
        var documents = new List<StoredDocument>();
        for (var slot = firstSlot; slot < slots.Count && documents.Count < limit; slot++)
        {
            if (slots.At(slot, now) is { } document)
            {
                documents.Add(document);
            }
        }

        return documents;
    }

    /// <summary>Documents that all lists have, from a slot on, at most <paramref name="limit"/>.</summary>
    public List<StoredDocument> Find(List<ReadOnlyMemory<int>> lists, int firstSlot, int limit)
    {
        var documents = new List<StoredDocument>();
        var found = new List<int>();
        while (true)
        {
            var wanted = limit - documents.Count;
            found.Clear();
            SlotIntersection.Find(lists, firstSlot, wanted, found);
            foreach (var slot in found)
            {
                if (slots.At(slot, now) is { } document)
                {
                    documents.Add(document);
                }
            }

            if (found.Count < wanted || documents.Count == limit)
            {
                return documents;
            }

            // Others take the place of those that have expired.
            firstSlot = found[^1] + 1;
        }
    }

    /// <summary>Documents in the order of an index: as <see cref="PropertyIndex.ReadInOrder"/>.</summary>
    public List<IndexedDocument> ReadInOrder(
        PropertyIndex index, ReadOnlyMemory<byte> firstKey, int? firstSlot, bool isDescending, int limit)
    {
        var documents = new List<IndexedDocument>();
        while (true)
        {
            var wanted = limit - documents.Count;
            var found = index.ReadInOrder(firstKey, firstSlot, isDescending, wanted);
            foreach (var (slot, key) in found)
            {
                if (slots.At(slot, now) is { } document)
                {
                    documents.Add(new IndexedDocument(document, key));
                }
            }

            if (found.Count < wanted || documents.Count == limit)
            {
                return documents;
            }

            firstKey = found[^1].Key;
            firstSlot = isDescending ? found[^1].Slot : found[^1].Slot + 1;
        }
    }
}
