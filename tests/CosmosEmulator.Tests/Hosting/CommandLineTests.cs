using System.Net;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Tests.Hosting;

public sealed class CommandLineTests
{
    [Fact]
    public void Flags_AllGiven_AreTheOptions()
    {
        string[] args =
        [
            "--port", "9", "--partitions", "9", "--latency-mean-ms", "48", "--latency-cv", "0.5", "--seed", "7",
            "--key", "a2V5", "--consistency", "strong", "--host", "0.0.0.0", "--auth", "aad",
        ];

        var options = CommandLine.Parse(args, out var fault);

        Assert.Null(fault);
        Assert.Equal((9, 9, "a2V5"), (options!.Port, options.Partitions, options.Key));
        Assert.Equal(new LatencySettings(48, 0.5, 7), options.Latency);
        Assert.Equal((ConsistencyLevel.Strong, AuthMode.Aad), (options.Consistency, options.Auth));
        Assert.Equal(IPAddress.Any, options.Host);
    }

    [Fact]
    public void Flags_NoneGiven_AreTheDefaults()
    {
        var options = CommandLine.Parse([], out _)!;

        Assert.Equal((8081, (int?)null, EmulatorOptions.WellKnownKey), (options.Port, options.Partitions, options.Key));
        Assert.Equal((IPAddress.Loopback, AuthMode.Key), (options.Host, options.Auth));
        Assert.Equal(0, options.Latency.MeanMs);
    }

    [Theory]
    [InlineData("--port", "70000")]
    [InlineData("--partitions", "0")]
    [InlineData("--latency-mean-ms", "-1")]
    [InlineData("--key", "not base64!")]
    [InlineData("--consistency", "sometimes")]
    [InlineData("--host", "cosmos-emulator")]
    [InlineData("--auth", "none")]
    [InlineData("--colour", "red")]
    public void Flag_ThatIsWrong_IsNamed(string flag, string value)
    {
        Assert.Null(CommandLine.Parse([flag, value], out var fault));
        Assert.Contains(flag, fault);
    }

    [Theory]
    [InlineData("--help")]
    [InlineData("-h", "--port", "9")]
    [InlineData("--port", "9", "--help")]
    [InlineData("--colour", "--help")]
    public void Help_InAnyPosition_IsAskedFor(params string[] args) => Assert.True(CommandLine.AsksForHelp(args));

    [Fact]
    public void Help_NotNamed_IsNotAskedFor() => Assert.False(CommandLine.AsksForHelp(["--port", "9"]));

    [Fact]
    public void Flag_WithoutItsValue_IsNamed()
    {
        Assert.Null(CommandLine.Parse(["--port"], out var fault));
        Assert.Contains("--port", fault);
    }
}
