using DroneDelivery.ServiceDefaults.CommandLine;

namespace DroneDelivery.ServiceDefaults.Tests.CommandLine;

public sealed class ServiceCommandLineTests
{
    private static readonly ServiceIdentity Identity = new("delivery", "Delivery", 5110, 5111)
    {
        Flags = [new("--max-concurrency", "Deliveries:MaxConcurrency", "Partitions read concurrently.", "0")],
    };

    [Theory]
    [InlineData("")]
    [InlineData("--http-port 0 --http2-port 0 --host 0.0.0.0")]
    [InlineData("--max-concurrency -1")]
    [InlineData("--max-concurrency=-1")]
    [InlineData("--Logging:LogLevel:Default=Debug")]
    [InlineData("--environment=Development")]
    public void CommandLine_KnownFlags_NoMistake(string line)
    {
        Assert.Null(FindMistake(Identity, Split(line)));
    }

    [Theory]
    [InlineData("--max-concurency 4", "Unknown flag --max-concurency.")]
    [InlineData("--http-port 1 --speed=3", "Unknown flag --speed.")]
    [InlineData("--http-port", "--http-port needs a value.")]
    [InlineData("5110", "\"5110\" is not a flag.")]
    public void CommandLine_Mistake_IsNamed(string line, string expected)
    {
        Assert.Equal(expected, FindMistake(Identity, Split(line)));
    }

    [Fact]
    public void CommandLine_ServiceWithoutHttp2Port_DoesNotKnowItsFlag()
    {
        var gateway = new ServiceIdentity("gateway", "Gateway", 5080);

        Assert.Equal("Unknown flag --http2-port.", FindMistake(gateway, "--http2-port", "1"));
    }

    [Fact]
    public void Help_AnyService_ShowsCommonAndOwnFlagsWithDefaults()
    {
        var help = HelpText.Write(Identity.Title, CommonFlags.ForService(Identity), Identity.Commands);

        Assert.Matches("--http-port +Port for HTTP/1.1.* Default: 5110", help);
        Assert.Matches("--http2-port .* Default: 5111", help);
        Assert.Matches("--max-concurrency +Partitions read concurrently. Default: 0", help);
    }

    [Fact]
    public void Flags_AnyService_AreThoseOfEachFeatureAndItsOwn()
    {
        Assert.Equal(
            [
                "--http-port", "--http2-port", "--host", "--settings", "--stop-with-stdin", "--warm-up-time",
                "--trace-ratio", "--metrics-endpoint", "--fault-cpu-ms", "--fault-block-ms", "--fault-delay-ms", "--fault-lock-ms",
                "--fault-answer-kib", "--fault-only", "--fault-error-share", "--max-concurrency",
            ],
            CommonFlags.ForService(Identity).Select(flag => flag.Name));
    }

    private static string? FindMistake(ServiceIdentity identity, params string[] args) =>
        new ServiceCommandLine(CommonFlags.ForService(identity)).FindMistake(args);

    private static string[] Split(string line) => line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
}
