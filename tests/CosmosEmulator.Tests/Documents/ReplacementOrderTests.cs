using DroneDelivery.CosmosEmulator.Documents;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class ReplacementOrderTests
{
    private const int EntriesInPhase = 10_000;

    private readonly ReplacementOrder _order = new();
    private readonly SortedDictionary<long, int> _model = [];

    /// <summary>
    /// In each second phase more entries are removed than added, so that blocks are compacted, merged and emptied.
    /// </summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Entries_AfterRandomChanges_AreThoseOfAModel(int seed)
    {
        var random = new Random(seed);
        var sequences = new List<long>();
        for (var sequence = 1; sequence <= 6 * EntriesInPhase; sequence++)
        {
            Add(sequence, slot: random.Next());
            sequences.Add(sequence);
            var removals = random.Next(sequence / EntriesInPhase % 2 == 0 ? 2 : 4);
            for (var removal = 0; removal < removals && sequences.Count > 0; removal++)
            {
                var index = random.Next(sequences.Count);
                Remove(sequences[index]);
                sequences[index] = sequences[^1];
                sequences.RemoveAt(sequences.Count - 1);
            }

            if (sequence % (EntriesInPhase / 4) == 0)
            {
                AssertEqual(after: 0);
                AssertEqual(after: random.Next(sequence));
                AssertEqual(after: sequence - 1);
            }
        }
    }

    /// <summary>One document that is replaced again and again is one entry.</summary>
    [Fact]
    public void Entry_AddedBeforeItsOldOneIsRemoved_IsTheOnlyOne()
    {
        Add(1, slot: 7);
        for (var sequence = 2; sequence <= 5_000; sequence++)
        {
            Add(sequence, slot: 7);
            Remove(sequence - 1);
        }

        Assert.Equal([new Replacement(5_000, 7)], _order.ReadAfter(0));
        Assert.Empty(_order.ReadAfter(5_000));
        Assert.Equal((1, 0), (_order.CountAfter(0), _order.CountAfter(5_000)));
    }

    private void Add(long sequence, int slot)
    {
        _order.Add(sequence, slot);
        _model.Add(sequence, slot);
    }

    private void Remove(long sequence)
    {
        _order.Remove(sequence);
        _model.Remove(sequence);
    }

    private void AssertEqual(long after)
    {
        var expected = _model.Where(entry => entry.Key > after).Select(entry => new Replacement(entry.Key, entry.Value)).ToList();
        Assert.Equal(expected, _order.ReadAfter(after));
        Assert.Equal(expected.Count, _order.CountAfter(after));
    }
}
