using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DroneDelivery.Gateway.Tests;

/// <summary>The gateway as a process of its own: what a user sees who gets its command line wrong.</summary>
public sealed class ProcessTests
{
    [Fact]
    public async Task Help_Asked_PrintsTheFlagsAndEndsWith0()
    {
        var (exitCode, output, errors) = await RunAsync("--help");

        Assert.Equal(0, exitCode);
        Assert.Matches("--http-port .* Default: 5080", output);
        Assert.Matches("--admin-port .* Default: 5090, or any free if --http-port is 0", output);
        Assert.Matches("--shedding .* Default: adaptive", output);
        Assert.Matches("--concurrency-limit .* Default: 100", output);
        Assert.Matches("--drone-scheduler .* Default: http://127.0.0.1:5131", output);
        Assert.Empty(errors);
    }

    [Theory]
    [InlineData("--speed 3", "Unknown flag --speed. Run with --help to see the flags.")]
    [InlineData("--http-port 70000", "--http-port must be a port from 0 to 65535, not 70000.")]
    [InlineData("--admin-port 70000", "--admin-port must be a port from 0 to 65535, not 70000.")]
    [InlineData("--http-port 5081 --admin-port 5081", "--http-port and --admin-port must differ; both are 5081.")]
    [InlineData(
        "--admin-host nowhere", "--admin-host must be an IP address, such as 127.0.0.1 or 0.0.0.0, not \"nowhere\".")]
    [InlineData(
        "--package nowhere",
        "--package must be an address like http://127.0.0.1:5111 or dns+http://package:5111, or several with commas, "
        + "not \"nowhere\".")]
    [InlineData("--dns-interval 00:00:00", "--dns-interval must be from 00:00:01 to 00:10:00, not 00:00:00.")]
    [InlineData("--package http://a,http://a", "--package names an address twice: http://a,http://a.")]
    [InlineData(
        "--max-upload-mb 0", "--max-upload-mb must be from 1 to 65536, and at least twice --max-body-kb, not 0.")]
    [InlineData("--max-body-kb 0", "--max-body-kb must be from 1 to 524288, not 0.")]
    [InlineData("--backend-timeout 00:00:00", "--backend-timeout must be from 00:00:00.010 to 00:10:00, not 00:00:00.")]
    [InlineData("--backend-connections http3", "--backend-connections must be http2, http1 or close, not \"http3\".")]
    [InlineData("--shedding some", "--shedding must be adaptive, fixed or none, not \"some\".")]
    [InlineData("--usage somewhere", "--usage must be sqlite, redis or off, not \"somewhere\".")]
    [InlineData("--usage-flush-seconds 0", "--usage-flush-seconds must be from 0.1 to 60, not 0.")]
    [InlineData("--cache service", "--cache must be gateway or none, not \"service\".")]
    [InlineData("--cache-coalescing yes", "--cache-coalescing must be on or off, not \"yes\".")]
    [InlineData("--cache-megabytes 0", "--cache-megabytes must be from 1 to 65536, not 0.")]
    [InlineData("--cache-folder answers", "--cache-folder needs --cache gateway.")]
    [InlineData("--cache-disk-megabytes 0", "--cache-disk-megabytes must be from 1 to 1048576, not 0.")]
    [InlineData("--concurrency-limit 20", "--concurrency-limit must be from 50 to 1000 with --shedding adaptive, not 20.")]
    [InlineData("--limits all", "--limits must be off, local or redis, not \"all\".")]
    [InlineData("--shedding fixed --concurrency-limit 0", "--concurrency-limit must be from 1 to 10000 with --shedding fixed, not 0.")]
    public async Task CommandLine_Wrong_OneLineSaysWhyAndEndsWith1(string line, string expected)
    {
        var (exitCode, _, errors) = await RunAsync([.. line.Split(' '), "--Listening:Host=127.0.0.1"]);

        Assert.Equal((1, expected), (exitCode, errors.Trim()));
    }

    [Theory]
    [InlineData("--http-port=abc", "--http-port")]
    [InlineData("--Resilience:Retries=99", "Retries")]
    [InlineData("--Resilience:TotalTimeout=00:00:01", "Resilience:TotalTimeout (00:00:01)")]
    [InlineData("--concurrency-limit=many", "--concurrency-limit")]
    [InlineData("--Shedding:MinLimit=2000", "Shedding:MinLimit (2000)")]
    [InlineData("--Shedding:LowPriorityPercent=0", "Shedding:LowPriorityPercent")]
    [InlineData("--Shedding:UnpaidHighPriorityPercent=101", "Shedding:UnpaidHighPriorityPercent")]
    [InlineData("--Cache:LargestEntryPercent=0", "Cache:LargestEntryPercent")]
    [InlineData("--Cache:Routes:nowhere:TimeToLive=00:00:01", "Cache:Routes:nowhere: there is no such route")]
    [InlineData("--Cache:Routes:delivery:TimeToLive=-00:00:01", "Cache:Routes:delivery: times must be from 0 to 1 day.")]
    [InlineData("--Tariff:PerMile=-1", "PerMile")]
    public async Task Setting_Wrong_IsNamedAndEndsWith1(string setting, string expected)
    {
        var (exitCode, _, errors) = await RunAsync(setting);

        Assert.Equal(1, exitCode);
        Assert.Contains(expected, errors);
        Assert.DoesNotContain("   at ", errors);
    }

    [Theory]
    [InlineData("--http-port", "--admin-port")]
    [InlineData("--admin-port", "--http-port")]
    public async Task Port_HeldByAnother_OneLineNamesPortAndFlagAndEndsWith1(string flag, string other)
    {
        using var holder = new TcpListener(IPAddress.Loopback, 0);
        holder.Start();
        var port = ((IPEndPoint)holder.LocalEndpoint).Port;

        var (exitCode, output, errors) = await RunAsync(flag, port.ToString(CultureInfo.InvariantCulture), other, "0");

        Assert.Equal(
            (1, $"Port {port} is in use. Stop the program that uses it or choose another with {flag}."),
            (exitCode, errors.Trim()));
        Assert.DoesNotContain("Application started", output);
    }

    [Fact(Timeout = 300_000)]
    public async Task StandardInput_EndsWhenItIsWatched_ServiceStopsAndEndsWith0()
    {
        using var process = Start(["--http-port", "0", "--stop-with-stdin", "true"], redirectInput: true);
        var errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        string? line;
        do
        {
            line = await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
        }
        while (line?.Contains("Application started", StringComparison.Ordinal) == false);

        // What is written has no meaning; only the end has.
        await process.StandardInput.WriteLineAsync("stop".AsMemory(), TestContext.Current.CancellationToken);
        await process.StandardInput.FlushAsync(TestContext.Current.CancellationToken);
        Assert.False(process.HasExited);
        process.StandardInput.Close();

        await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.NotNull(line);
        Assert.Equal((0, ""), (process.ExitCode, await errors));
    }

    [Fact(Timeout = 300_000)]
    public async Task Https_EndpointInTheSettings_ServesTheApiAndNotTheAdminPortsRoutes()
    {
        var folder = Directory.CreateTempSubdirectory("gateway-tls-");
        using var certificate = CreateCertificate(folder);
        using var process = Start(
            [
                "--http-port", "0", "--stop-with-stdin", "true",
                "--Kestrel:Endpoints:Https:Url=https://127.0.0.1:0",
                $"--Kestrel:Endpoints:Https:Certificate:Path={Path.Combine(folder.FullName, "tls.crt")}",
                $"--Kestrel:Endpoints:Https:Certificate:KeyPath={Path.Combine(folder.FullName, "tls.key")}",
            ],
            redirectInput: true);
        var cancelled = TestContext.Current.CancellationToken;
        string? line;
        do
        {
            line = await process.StandardOutput.ReadLineAsync(cancelled);
        }
        while (line?.Contains("listening on: https://", StringComparison.Ordinal) == false);

        Assert.NotNull(line);
        using var client = new HttpClient(new SocketsHttpHandler
        {
            SslOptions =
            {
                RemoteCertificateValidationCallback = (_, shown, _, _) =>
                    shown?.GetCertHashString() == certificate.GetCertHashString(),
            },
        });
        client.BaseAddress = new Uri(line[line.IndexOf("https://", StringComparison.Ordinal)..]);
        using var live = await client.GetAsync("/health/live", cancelled);
        using var metrics = await client.GetAsync("/metrics", cancelled);
        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.NotFound), (live.StatusCode, metrics.StatusCode));

        process.StandardInput.Close();
        await process.StandardOutput.ReadToEndAsync(cancelled);
        await process.WaitForExitAsync(cancelled);
        folder.Delete(recursive: true);
    }

    private static X509Certificate2 CreateCertificate(DirectoryInfo folder)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256);
        // The client compares the certificate itself, so that its dates do not matter.
        var certificate = request.CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(100));
        File.WriteAllText(Path.Combine(folder.FullName, "tls.crt"), certificate.ExportCertificatePem());
        File.WriteAllText(Path.Combine(folder.FullName, "tls.key"), key.ExportPkcs8PrivateKeyPem());
        return certificate;
    }

    private static async Task<(int ExitCode, string Output, string Errors)> RunAsync(params string[] args)
    {
        using var process = Start(args);
        var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, await output, await errors);
    }

    private static Process Start(string[] args, bool redirectInput = false)
    {
        var start = GatewayProgram.CreateStart(args);
        (start.RedirectStandardError, start.RedirectStandardInput, start.RedirectStandardOutput) = (true, redirectInput, true);
        var process = Process.Start(start);
        Assert.NotNull(process);
        return process;
    }
}
