namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A list whose items stay where they are when it grows, so that growth leaves no large array behind.</summary>
internal sealed class ChunkedList<T>
{
    private const int FirstCapacity = 16;
    private const int ChunkBits = 12;
    private const int ChunkItems = 1 << ChunkBits;

    private readonly List<T[]> _chunks = [];

    public int Count { get; private set; }

    public ref T this[int index] => ref _chunks[index >> ChunkBits][index & (ChunkItems - 1)];

    public void Add(T item)
    {
        if (Count == _chunks.Count << ChunkBits)
        {
            _chunks.Add(new T[_chunks.Count == 0 ? FirstCapacity : ChunkItems]);
        }
        else if (_chunks.Count == 1 && Count == _chunks[0].Length)
        {
            var chunk = _chunks[0];
            Array.Resize(ref chunk, Math.Min(2 * Count, ChunkItems));
            _chunks[0] = chunk;
        }

        Count++;
        this[Count - 1] = item;
    }
}
