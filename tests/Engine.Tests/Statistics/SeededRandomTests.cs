using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.Engine.Tests.Statistics;

public sealed class SeededRandomTests
{
    /// <summary>The reference values of SplitMix64 for this seed: a seed gives the same data in every version.</summary>
    [Fact]
    public void NextUInt64_KnownSeed_IsTheReferenceSequence()
    {
        var random = new SeededRandom(1_234_567);

        Assert.Equal(
            [6_457_827_717_110_365_317UL, 3_203_168_211_198_807_973UL, 9_817_491_932_198_370_423UL],
            [random.NextUInt64(), random.NextUInt64(), random.NextUInt64()]);
        Assert.Equal(6_457_827_717_110_365_317L % int.MaxValue, new SeededRandom(1_234_567).Next());
        Assert.Equal(6_457_827_717_110_365_317 / Math.Pow(2, 64), new SeededRandom(1_234_567).NextDouble(), 1e-15);
        Assert.Equal(11806240117985168609UL, SeededRandom.ForStream(7, 5, 2).NextUInt64());
    }

    [Fact]
    public void ForStream_SameSeedAndPath_RepeatsTheStream()
    {
        var first = SeededRandom.ForStream(1, 5, 2);
        var second = SeededRandom.ForStream(1, 5, 2);

        Assert.Equal(Numbers(first), Numbers(second));
    }

    [Fact]
    public void ForStream_OtherSeedOrUserOrPurpose_GivesAnotherStream()
    {
        SeededRandom[] streams =
        [
            SeededRandom.ForStream(1, 0, 0),
            SeededRandom.ForStream(2, 0, 0),
            SeededRandom.ForStream(1, 1, 0),
            SeededRandom.ForStream(1, 0, 1),
        ];

        Assert.Equal(streams.Length, streams.Select(stream => stream.NextUInt64()).Distinct().Count());
    }

    [Fact]
    public void Next_ManyDraws_AreEvenlySpread()
    {
        const int Draws = 100_000;
        var random = new SeededRandom(3);
        var counts = new int[10];

        for (var i = 0; i < Draws; i++)
        {
            counts[random.Next(10)]++;
        }

        Assert.All(counts, count => Assert.InRange(count, Draws / 10 * 0.96, Draws / 10 * 1.04));
    }

    [Fact]
    public void NextBytes_OddLength_FillsAll()
    {
        var bytes = new byte[1_001];

        new SeededRandom(3).NextBytes(bytes);

        Assert.InRange(bytes.Distinct().Count(), 240, 256);
        Assert.NotEqual(0, bytes[^1]);
    }

    private static List<ulong> Numbers(SeededRandom random) => [.. Enumerable.Range(0, 100).Select(_ => random.NextUInt64())];
}
