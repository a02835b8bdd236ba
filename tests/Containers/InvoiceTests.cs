using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Docker.DotNet;
using DotNet.Testcontainers.Configurations;

namespace DroneDelivery.Containers.Tests;

/// <summary>The system of containers, used as a customer does.</summary>
public sealed class InvoiceTests(DroneSystem system, ITestOutputHelper output) : IClassFixture<DroneSystem>
{
    private const string Invoice = "/api/invoices/owner-0001?year=2025&month=3";
    private static readonly TimeSpan RestartTimeout = TimeSpan.FromSeconds(60);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Invoice_DeliveryWasCreated_CountsIt()
    {
        using var client = CreateClient(system.ApiKey);
        var before = await CountAsync(client);

        using var created = await CreateDeliveryAsync(client, "first");
        using var again = await CreateDeliveryAsync(client, "first");

        output.WriteLine(string.Join(", ", system.StartTimes.Select(start => $"{start.Key} {start.Value.TotalSeconds:0.0} s")));
        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.Created), (created.StatusCode, again.StatusCode));
        Assert.Equal(before + 1, await CountAsync(client));
    }

    [Theory]
    [InlineData("")]
    [InlineData("dd_wrong")]
    public async Task Invoice_KeyIsMissingOrWrong_IsRefused(string key)
    {
        using var client = CreateClient(key);

        using var response = await client.GetAsync(Invoice, Cancelled);

        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
    }

    [Fact]
    public async Task Delivery_KilledProcess_ComesBackAndKeepsWhatItAcknowledged()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "Only root on Linux can kill a container's process.");
        using var client = CreateClient(system.ApiKey);
        using var created = await CreateDeliveryAsync(client, "before the end");
        Assert.Equal(HttpStatusCode.Created, created.StatusCode);
        var before = await CountAsync(client);

        var delivery = system[ImageNames.Delivery].Id;
        using var engine = TestcontainersSettings.OS.DockerEndpointAuthConfig.GetDockerClientBuilder().Build();
        await KillAsync(engine, delivery);
        using var limit = new CancellationTokenSource(RestartTimeout);
        var answers = new List<HttpStatusCode>();
        while (await CountRestartsAsync(engine, delivery) == 0 || answers is [] || answers[^1] != HttpStatusCode.OK)
        {
            using var response = await client.GetAsync(Invoice, limit.Token);
            answers.Add(response.StatusCode);
        }

        var counts = answers.CountBy(answer => (int)answer).Select(group => $"{group.Value} answers {group.Key}");
        output.WriteLine(string.Join(", ", counts));
        Assert.Equal(before, await CountAsync(client));
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

    private static async Task<int> CountAsync(HttpClient client)
    {
        using var response = await client.GetAsync(Invoice, Cancelled);
        if (response.StatusCode == HttpStatusCode.NotFound)
        {
            return 0;
        }

        response.EnsureSuccessStatusCode();
        var invoice = await response.Content.ReadFromJsonAsync<JsonElement>(Cancelled);
        return invoice.GetProperty("deliveries").GetProperty("count").GetInt32();
    }

    private static Task<HttpResponseMessage> CreateDeliveryAsync(HttpClient client, string idempotencyKey)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, "/api/deliveries")
        {
            Headers = { { "Idempotency-Key", idempotencyKey.Replace(' ', '-') } },
            Content = JsonContent.Create(new
            {
                ownerId = "owner-0001",
                droneId = "drone-001",
                packageId = "p-0000001",
                pickup = new { address = "1 Mill Road", latitude = 52.1, longitude = 4.2 },
                dropoff = new { address = "2 Mill Road", latitude = 52.2, longitude = 4.3 },
                status = "delivered",
                milesTraveled = 4.5,
                hoursAssigned = 0.5,
                scheduledAt = "2025-03-04T10:00:00Z",
                completedAt = "2025-03-04T10:30:00Z",
                route = new[] { new { latitude = 52.1, longitude = 4.2, altitudeFeet = 300 } },
            }),
        };
        return client.SendAsync(request, Cancelled);
    }

    private HttpClient CreateClient(string key)
    {
        var client = new HttpClient { BaseAddress = system.AddressOf(ImageNames.Gateway, 5080) };
        if (key.Length > 0)
        {
            client.DefaultRequestHeaders.Add("X-Api-Key", key);
        }

        return client;
    }
}
