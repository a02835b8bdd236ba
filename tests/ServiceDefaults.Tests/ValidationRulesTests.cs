namespace DroneDelivery.ServiceDefaults.Tests;

public sealed class ValidationRulesTests
{
    [Theory]
    [InlineData(1, null)]
    [InlineData(10, null)]
    [InlineData(0, "--size must be from 1 to 10, not 0.")]
    [InlineData(11, "--size must be from 1 to 10, not 11.")]
    public void Range_Value_IsWithinItsBounds(int value, string? expected) =>
        Assert.Equal(expected, ValidationRules.Range("--size", value, 1, 10).SingleOrDefault()?.ErrorMessage);

    [Fact]
    public void Range_NotANumber_IsRefused() => Assert.Single(ValidationRules.Range("--ratio", double.NaN, 0, 1));

    [Fact]
    public void Range_Time_IsWrittenWithMillisecondsIfItHasSome() => Assert.Equal(
        "--delay must be from 00:00:00.010 to 7.00:00:00, not 00:00:00.",
        Assert.Single(ValidationRules.Range("--delay", TimeSpan.Zero, TimeSpan.FromMilliseconds(10), TimeSpan.FromDays(7))).ErrorMessage);

    [Theory]
    [InlineData("off", null)]
    [InlineData("Off", "--mode must be on or off, not \"Off\".")]
    public void OneOf_Value_IsListed(string value, string? expected) =>
        Assert.Equal(expected, ValidationRules.OneOf("--mode", value, "on", "off").SingleOrDefault()?.ErrorMessage);

    [Fact]
    public void Month_BothWrong_AreNamed() => Assert.Equal(
        ["1999 is not a year from 2000 to 2999.", "13 is not a month from 1 to 12."],
        ValidationRules.Month(1999, 13).Select(result => result.ErrorMessage));
}
