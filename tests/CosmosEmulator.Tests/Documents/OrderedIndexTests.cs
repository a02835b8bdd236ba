using System.Text;
using DroneDelivery.CosmosEmulator.Documents;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class OrderedIndexTests
{
    /// <summary>Against a dictionary of sets: enough keys for many leaves, some with many slots, until all are gone again.</summary>
    [Theory]
    [InlineData(1, 40)]
    [InlineData(2, 3_000)]
    public void Index_AfterRandomChanges_HasTheSlotsOfEachKey(int seed, int keys)
    {
        var random = new Random(seed);
        var index = new OrderedIndex();
        var expected = new Dictionary<string, SortedSet<int>>();

        for (var step = 0; step < 40_000; step++)
        {
            var key = $"{random.Next(keys):x}-{new string('k', random.Next(3))}";
            var slot = random.Next(50);
            // More is added than removed at first, and then the reverse.
            if (random.Next(100) < (step < 20_000 ? 70 : 30))
            {
                index.Add(Bytes(key), slot);
                (expected.TryGetValue(key, out var slots) ? slots : expected[key] = []).Add(slot);
            }
            else
            {
                index.Remove(Bytes(key), slot);
                if (expected.TryGetValue(key, out var slots) && slots.Remove(slot) && slots.Count == 0)
                {
                    expected.Remove(key);
                }
            }
        }

        Assert.All(expected, pair => Assert.Equal(pair.Value, index.Find(Bytes(pair.Key)).ToArray()));
        Assert.Equal(expected.Sum(pair => pair.Key.Length + (4 * pair.Value.Count)), index.Bytes);
        foreach (var (key, slots) in expected)
        {
            slots.ToList().ForEach(slot => index.Remove(Bytes(key), slot));
            Assert.True(index.Find(Bytes(key)).IsEmpty);
        }

        Assert.Equal(0, index.Bytes);
    }

    private static byte[] Bytes(string key) => Encoding.UTF8.GetBytes(key);
}
