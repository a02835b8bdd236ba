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

    /// <summary>From keys that are there and keys that are not, over the ends of leaves.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Visit_FromAnyKey_SeesTheKeysInOrder(bool isDescending)
    {
        var random = new Random(4);
        var index = new OrderedIndex();
        var keys = new SortedSet<string>(StringComparer.Ordinal);
        for (var number = 0; number < 1_000; number++)
        {
            var key = $"{random.Next(100_000):00000}";
            keys.Add(key);
            index.Add(Bytes(key), number);
        }

        foreach (var from in Enumerable.Range(0, 300).Select(_ => $"{random.Next(100_000):00000}").Append("").Append(keys.Min!).Append(keys.Max!))
        {
            var seen = new List<string>();
            index.Visit(Bytes(from), isDescending, (key, _) =>
            {
                seen.Add(Encoding.UTF8.GetString(key));
                return seen.Count < 200;
            });
            var expected = isDescending
                ? keys.Reverse().Where(key => from.Length == 0 || string.CompareOrdinal(key, from) <= 0)
                : keys.Where(key => string.CompareOrdinal(key, from) >= 0);
            Assert.Equal(expected.Take(200), seen);
        }
    }

    private static byte[] Bytes(string key) => Encoding.UTF8.GetBytes(key);
}
