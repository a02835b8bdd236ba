using System.Net;
using DotNet.Testcontainers.Configurations;

namespace DroneDelivery.Containers.Tests;

/// <summary>The system of the Compose file, from the images under test.</summary>
[Collection(DroneSystem.OneAtATime)]
public sealed class ComposeTests : IClassFixture<ComposeProject>
{
    private static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(0.5);

    private readonly ComposeProject _compose;

    public ComposeTests(ComposeProject compose)
    {
        Assert.SkipUnless(compose.IsInstalled, "Neither docker-compose nor Compose v2 is installed.");
        _compose = compose;
    }

    public static TheoryData<string> Programs => ImageTests.Programs;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task Compose_EachProgram_IsHealthyWithAReadOnlyRootAndWithoutCapabilities(string program)
    {
        using var engine = TestcontainersSettings.OS.DockerEndpointAuthConfig.GetDockerClientBuilder().Build();
        var id = await _compose.FindContainerAsync(program);

        await WaitUntilAsync(async token =>
            (await engine.Containers.InspectContainerAsync(id, token)).State!.Health!.Status == "healthy");

        var container = await engine.Containers.InspectContainerAsync(id, Cancelled);
        Assert.Equal(ImageNames.Find(program), container.Config!.Image);
        Assert.Equal("1654:1654", container.Config.User);
        Assert.True(container.HostConfig!.ReadonlyRootfs);
        Assert.Equal(["ALL"], container.HostConfig.CapDrop);
        Assert.Equal(["no-new-privileges:true"], container.HostConfig.SecurityOpt);
        Assert.Equal(0, container.RestartCount);
    }

    [Fact]
    public async Task Invoice_DeliveryWasCreated_CountsItAlsoAfterARestartOfTheGateway()
    {
        int before;
        using (var client = await CreateClientAsync())
        {
            before = await Customer.CountAsync(client);
            using var created = await Customer.CreateDeliveryAsync(client, "compose");
            Assert.Equal(HttpStatusCode.Created, created.StatusCode);
            Assert.Equal(before + 1, await Customer.CountAsync(client));
        }

        await _compose.RunAsync("restart", ImageNames.Gateway);

        // The key is in the volume.
        using var again = await CreateClientAsync();
        Assert.Equal(before + 1, await Customer.CountAsync(again));
    }

    /// <summary>A client of the gateway, once it is ready.</summary>
    private async Task<HttpClient> CreateClientAsync()
    {
        var gateway = await _compose.FindAddressAsync(ImageNames.Gateway, 5080);
        var client = Customer.CreateClient(gateway, _compose.ApiKey);
        await WaitUntilAsync(token => IsReadyAsync(client, token));
        return client;
    }

    private static async Task WaitUntilAsync(Func<CancellationToken, Task<bool>> condition)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        limit.CancelAfter(StartTimeout);
        using var timer = new PeriodicTimer(PollInterval);
        while (!await condition(limit.Token))
        {
            await timer.WaitForNextTickAsync(limit.Token);
        }
    }

    private static async Task<bool> IsReadyAsync(HttpClient client, CancellationToken cancellationToken)
    {
        try
        {
            using var response = await client.GetAsync("/health/ready", cancellationToken);
            return response.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }
}
