using System.ComponentModel.DataAnnotations;
using DroneDelivery.Gateway.Shedding;

namespace DroneDelivery.Gateway.Tests.Shedding;

public sealed class SheddingOptionsTests
{
    [Theory]
    [InlineData(0, 1_000)]
    [InlineData(50, 10_001)]
    [InlineData(101, 100)]
    public void Validate_LimitsOutOfRangeOrOrder_NamesBoth(int min, int max)
    {
        var faults = Validate(new SheddingOptions { MinLimit = min, MaxLimit = max, Limit = 100 });

        Assert.Contains(
            $"Shedding:MinLimit ({min}) and Shedding:MaxLimit ({max}) must be from 1 to 10000, the minimum not above the maximum.", faults);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(10_000, 10_000)]
    public void Validate_LimitsAtTheirBounds_AreAllowed(int min, int max) =>
        Assert.Empty(Validate(new SheddingOptions { MinLimit = min, MaxLimit = max, Limit = min }));

    [Theory]
    [InlineData("adaptive", 49, "from 50 to 1000 with --shedding adaptive, not 49")]
    [InlineData("adaptive", 1_001, "from 50 to 1000 with --shedding adaptive, not 1001")]
    [InlineData("fixed", 0, "from 1 to 10000 with --shedding fixed, not 0")]
    [InlineData("fixed", 10_001, "from 1 to 10000 with --shedding fixed, not 10001")]
    public void Validate_FirstLimitOutOfTheModesRange_NamesTheRange(string mode, int limit, string expected) =>
        Assert.Equal([$"--concurrency-limit must be {expected}."], Validate(new SheddingOptions { Mode = mode, Limit = limit }));

    [Theory]
    [InlineData("adaptive", 50)]
    [InlineData("adaptive", 1_000)]
    [InlineData("fixed", 1)]
    [InlineData("fixed", 10_000)]
    public void Validate_FirstLimitAtABound_IsAllowed(string mode, int limit) =>
        Assert.Empty(Validate(new SheddingOptions { Mode = mode, Limit = limit }));

    private static IEnumerable<string?> Validate(SheddingOptions options) =>
        options.Validate(new ValidationContext(options)).Select(result => result.ErrorMessage);
}
