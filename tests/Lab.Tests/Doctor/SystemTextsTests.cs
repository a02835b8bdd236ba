using DroneDelivery.LoadTests.Lab.Doctor;

namespace DroneDelivery.Lab.Tests.Doctor;

public sealed class SystemTextsTests
{
    [Theory]
    [InlineData("processor\t: 0\nmodel name\t: AMD EPYC 7B13: 64\nmodel name\t: other\n", "AMD EPYC 7B13: 64")]
    [InlineData("processor\t: 0\nBogoMIPS\t: 50\n", null)]
    [InlineData("model name\t:\n", null)]
    [InlineData(null, null)]
    public void CpuModel_OfProcCpuinfo_IsTheFirstProcessors(string? text, string? model) =>
        Assert.Equal(model, SystemTexts.CpuModel(text));

    private const string Limits = """
        Limit                     Soft Limit           Hard Limit           Units
        Max cpu time              unlimited            unlimited            seconds
        Max open files            1024                 524288               files
        Max locked memory         8388608              8388608              bytes
        """;

    private const string Sockets = """
        sockets: used 294
        TCP: inuse 7 orphan 0 tw 1234 alloc 9 mem 2
        UDP: inuse 3 mem 0
        """;

    [Fact]
    public void OpenFiles_Limits_IsTheSoftOne() => Assert.Equal(1_024, SystemTexts.OpenFiles(Limits));

    [Fact]
    public void OpenFiles_Unlimited_IsTheLargestNumber() =>
        Assert.Equal(long.MaxValue, SystemTexts.OpenFiles(Limits.Replace("1024 ", "unlimited ", StringComparison.Ordinal)));

    [Theory]
    [InlineData("2976\t0\t9223372036854775807\n", 2_976L, long.MaxValue)]
    [InlineData("2976\t0", null, null)]
    [InlineData(null, null, null)]
    public void SystemFiles_FileNr_AreThoseInUseAndTheLimit(string? text, long? used, long? max) =>
        Assert.Equal((used, max), (SystemTexts.SystemFiles(text)?.Used, SystemTexts.SystemFiles(text)?.Max));

    [Fact]
    public void TimeWait_Sockets_IsCounted() => Assert.Equal(1_234, SystemTexts.TimeWait(Sockets));

    [Theory]
    [InlineData("32768\t60999\n", 28_232L)]
    [InlineData("5 4", null)]
    [InlineData("", null)]
    [InlineData(null, null)]
    public void Ports_Range_IsItsSize(string? text, long? ports) => Assert.Equal(ports, SystemTexts.Ports(text));

    [Theory]
    [InlineData("0.42 1.07 0.93 2/345 6789\n", 0.42)]
    [InlineData("none", null)]
    [InlineData(null, null)]
    public void LoadAverage_Text_IsTheLastMinute(string? text, double? load) => Assert.Equal(load, SystemTexts.LoadAverage(text));

    [Theory]
    [InlineData("Cpus_allowed:\tff\nCpus_allowed_list:\t0-7\nMems_allowed:\t1\n", 8L)]
    [InlineData("Cpus_allowed_list:\t0-3,8\n", 5L)]
    [InlineData("Cpus_allowed:\tff\n", null)]
    [InlineData(null, null)]
    public void Processors_OfProcStatus_AreThoseAllowed(string? text, long? processors) =>
        Assert.Equal(processors, SystemTexts.Processors(text));

    [Theory]
    [InlineData("max 100000\n", double.PositiveInfinity)]
    [InlineData("150000 100000\n", 1.5)]
    [InlineData("150000 0", null)]
    [InlineData(null, null)]
    public void Quota_OfVersionTwo_IsInCores(string? text, double? cores) => Assert.Equal(cores, SystemTexts.Quota(text));

    [Theory]
    [InlineData("-1\n", "100000\n", double.PositiveInfinity)]
    [InlineData("50000", "100000", 0.5)]
    [InlineData(null, null, null)]
    public void Quota_OfVersionOne_IsInCores(string? quota, string? period, double? cores) =>
        Assert.Equal(cores, SystemTexts.Quota(quota, period));
}
