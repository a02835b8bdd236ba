using System.ComponentModel.DataAnnotations;
using DroneDelivery.Gateway.Usage;

namespace DroneDelivery.Gateway.Tests.Usage;

public sealed class UsageOptionsTests
{
    [Fact]
    public void Validate_UnknownMode_NamesThoseThatThereAre() => Assert.Equal(
        ["--usage must be sqlite, redis or off, not \"file\"."], Validate(new UsageOptions { Mode = "file" }));

    [Theory]
    [InlineData(0.09, "0.09")]
    [InlineData(60.1, "60.1")]
    public void Validate_IntervalOutOfRange_NamesTheRange(double seconds, string shown) => Assert.Equal(
        [$"--usage-flush-seconds must be from 0.1 to 60, not {shown}."], Validate(new UsageOptions { FlushSeconds = seconds }));

    [Theory]
    [InlineData("off", 1)]
    [InlineData("sqlite", 0.1)]
    [InlineData("redis", 60)]
    public void Validate_ModeAndIntervalThatThereAre_AreAllowed(string mode, double seconds) =>
        Assert.Empty(Validate(new UsageOptions { Mode = mode, FlushSeconds = seconds }));

    [Fact]
    public void Flags_SetTheOptions() => Assert.Equal(
        [("--usage", "Usage:Mode", "off"), ("--usage-flush-seconds", "Usage:FlushSeconds", "1")],
        UsageOptions.Flags.Select(flag => (flag.Name, flag.Key, flag.Default)));

    private static IEnumerable<string?> Validate(UsageOptions options) =>
        options.Validate(new ValidationContext(options)).Select(result => result.ErrorMessage);
}
