using System.Diagnostics;
using System.Net;
using Docker.DotNet;
using DotNet.Testcontainers.Configurations;

namespace DroneDelivery.Containers.Tests;

/// <summary>The system of containers, used as a customer does.</summary>
[Collection(DroneSystem.OneAtATime)]
public sealed class InvoiceTests(DroneSystem system, ITestOutputHelper output) : IClassFixture<DroneSystem>
{
    private static readonly TimeSpan RestartTimeout = TimeSpan.FromMinutes(3);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Invoice_DeliveryWasCreated_CountsIt()
    {
        using var client = CreateClient(system.ApiKey);
        var before = await Customer.CountAsync(client);

        using var created = await Customer.CreateDeliveryAsync(client, "first");
        using var again = await Customer.CreateDeliveryAsync(client, "first");

        output.WriteLine(string.Join(", ", system.StartTimes.Select(start => $"{start.Key} {start.Value.TotalSeconds:0.0} s")));
        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.Created), (created.StatusCode, again.StatusCode));
        Assert.Equal(before + 1, await Customer.CountAsync(client));
    }

    [Theory]
    [InlineData("")]
    [InlineData("dd_wrong")]
    public async Task Invoice_KeyIsMissingOrWrong_IsRefused(string key)
    {
        using var client = CreateClient(key);

        using var response = await client.GetAsync(Customer.Invoice, Cancelled);

        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
    }

    [Fact]
    public async Task Delivery_KilledProcess_ComesBackAndKeepsWhatItAcknowledged()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "Only root on Linux can kill a container's process.");
        using var client = CreateClient(system.ApiKey);
        using var created = await Customer.CreateDeliveryAsync(client, "before the end");
        Assert.Equal(HttpStatusCode.Created, created.StatusCode);
        var before = await Customer.CountAsync(client);

        var delivery = system[ImageNames.Delivery].Id;
        using var engine = TestcontainersSettings.OS.DockerEndpointAuthConfig.GetDockerClientBuilder().Build();
        await KillAsync(engine, delivery);
        using var limit = new CancellationTokenSource(RestartTimeout);
        var answers = new List<HttpStatusCode>();
        // Less often than the plan of the key allows.
        using var pause = new PeriodicTimer(TimeSpan.FromMilliseconds(200));
        while (await CountRestartsAsync(engine, delivery) == 0 || answers is [] || answers[^1] != HttpStatusCode.OK)
        {
            using var response = await client.GetAsync(Customer.Invoice, limit.Token);
            answers.Add(response.StatusCode);
            await pause.WaitForNextTickAsync(limit.Token);
        }

        var counts = answers.CountBy(answer => (int)answer).Select(group => $"{group.Value} answers {group.Key}");
        output.WriteLine(string.Join(", ", counts));
        Assert.Equal(before, await Customer.CountAsync(client));
    }

    /// <summary>Ends the process as a crash does: the engine restarts no container that it was told to stop.</summary>
    private static async Task KillAsync(IDockerClient engine, string container)
    {
        var inspected = await engine.Containers.InspectContainerAsync(container, Cancelled);
        using var process = Process.GetProcessById((int)inspected.State!.Pid);
        process.Kill();
    }

    private static async Task<long> CountRestartsAsync(IDockerClient engine, string container) =>
        (await engine.Containers.InspectContainerAsync(container, Cancelled)).RestartCount;

    private HttpClient CreateClient(string key) => Customer.CreateClient(system.AddressOf(ImageNames.Gateway, 5080), key);
}
