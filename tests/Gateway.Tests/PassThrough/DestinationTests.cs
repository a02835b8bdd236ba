using System.Net;
using System.Net.Http.Json;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.PassThrough;

/// <summary>A backend with two addresses.</summary>
public sealed class DestinationTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact(Timeout = 300_000)]
    public async Task Requests_OneAddressBusy_GoToTheOtherWhetherInvoiceOrHandedOn()
    {
        await using var gateway = await TestGateway.StartAsync();
        await using var other = await SecondPackageAsync(gateway);
        var (held, letGo) = (new TaskCompletionSource<FakeBackend>(), new TaskCompletionSource());
        foreach (var package in new[] { gateway.Package, other })
        {
            package.Answer("/packages/slow", async _ =>
            {
                held.SetResult(package);
                await letGo.Task;
            });
        }

        var slow = GetAsync(gateway, "/api/packages/slow");
        var (busy, idle) = await held.Task == other ? (other, gateway.Package) : (gateway.Package, other);
        for (var i = 0; i < 5; i++)
        {
            Assert.Equal(HttpStatusCode.OK, (await GetAsync(gateway, "/api/packages/p-1")).StatusCode);
            Assert.Equal(HttpStatusCode.OK, (await gateway.GetInvoiceAsync()).StatusCode);
        }

        letGo.SetResult();
        await slow;
        Assert.Equal(["GET /packages/slow"], busy.Requests);
        Assert.Equal(10, idle.Requests.Count);
    }

    [Fact]
    public async Task Requests_EqualAddresses_AreShared()
    {
        await using var gateway = await TestGateway.StartAsync();
        await using var other = await SecondPackageAsync(gateway);

        for (var i = 0; i < 10; i++)
        {
            (await GetAsync(gateway, "/api/packages/p-1")).Dispose();
        }

        Assert.Equal((5, 5), (gateway.Package.Requests.Count, other.Requests.Count));
    }

    [Theory]
    [InlineData("GET", "/api/packages/p-1")]
    [InlineData("HEAD", "/api/packages/p-1")]
    [InlineData("GET", "/api/invoices/owner-0007?year=2025&month=3")]
    public async Task SafeRequest_OneAddressGone_IsAnsweredByTheOther(string method, string address)
    {
        await using var gateway = await TestGateway.StartAsync();
        await using var other = await SecondPackageAsync(gateway);
        await gateway.Package.DisposeAsync();

        for (var i = 0; i < 4; i++)
        {
            Assert.Equal(HttpStatusCode.OK, (await SendAsync(gateway, method, address)).StatusCode);
        }
    }

    [Theory]
    [InlineData(502)]
    [InlineData(503)]
    public async Task SafeRequest_OneAddressRefuses_IsAnsweredByTheOtherWithoutATraceOfIt(int status)
    {
        await using var gateway = await TestGateway.StartAsync();
        await using var other = await SecondPackageAsync(gateway);
        gateway.Package.Answer("/packages/p-1", async context =>
        {
            context.Response.StatusCode = status;
            context.Response.Headers["X-Refused"] = "1";
            await context.Response.WriteAsync("refused", context.RequestAborted);
        });

        for (var i = 0; i < 4; i++)
        {
            var response = await GetAsync(gateway, "/api/packages/p-1");

            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            Assert.False(response.Headers.Contains("X-Refused"));
            Assert.Equal("{}", await response.Content.ReadAsStringAsync(Cancelled));
        }

        Assert.NotEmpty(gateway.Package.Requests);
    }

    [Theory(Timeout = 300_000)]
    [InlineData("/api/packages/p-1", "/packages/p-1", "00:00:00")]
    [InlineData("/api/packages/p-1", "/packages/p-1", "00:01:00")]
    [InlineData("/api/invoices/owner-0007?year=2025&month=3", "/packages/summary", "00:00:00")]
    public async Task Address_BreaksAConnectionWithoutFrequentChecks_GetsNoRequestsForASecond(
        string address, string path, string healthInterval)
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.With("Backends:HealthInterval", healthInterval);
        await using var other = await SecondPackageAsync(gateway);
        gateway.Package.Answer(path, context =>
        {
            context.Abort();
            return Task.CompletedTask;
        });

        var package = gateway.Services.GetRequiredService<BackendDestinations>().Find(BackendNames.Package);
        for (var i = 0; i < 6; i++)
        {
            Assert.Equal(HttpStatusCode.OK, (await GetAsync(gateway, address)).StatusCode);
            // The proxy updates its destinations on another thread.
            while (!gateway.Package.Requests.IsEmpty && package.DestinationsState.AvailableDestinations.Count > 1)
            {
                await Task.Yield();
            }
        }

        Assert.Single(gateway.Package.Requests);
        gateway.Time.Advance(TimeSpan.FromSeconds(1));
        while (gateway.Package.Requests.Count < 2)
        {
            Assert.Equal(HttpStatusCode.OK, (await GetAsync(gateway, address)).StatusCode);
        }
    }

    /// <summary>One that broke a connection is not tried by requests, which would fail again: a health check tries it.</summary>
    [Theory(Timeout = 300_000)]
    [InlineData("/api/packages/p-1", "/packages/p-1")]
    [InlineData("/api/invoices/owner-0007?year=2025&month=3", "/packages/summary")]
    public async Task Address_BreaksAConnectionWithHealthChecks_GetsNoRequestsUntilACheckSucceeds(string address, string path)
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.With("Backends:HealthInterval", "00:00:01");
        await using var other = await SecondPackageAsync(gateway);
        var isBack = new TaskCompletionSource();
        gateway.Package.Answer("/health/ready", _ => isBack.Task);
        gateway.Package.Answer(path, context =>
        {
            context.Abort();
            return Task.CompletedTask;
        });
        var package = gateway.Services.GetRequiredService<BackendDestinations>().Find(BackendNames.Package);
        while (gateway.Package.Requests.IsEmpty)
        {
            Assert.Equal(HttpStatusCode.OK, (await GetAsync(gateway, address)).StatusCode);
        }

        // The proxy updates its destinations on another thread.
        while (package.DestinationsState.AvailableDestinations.Count > 1)
        {
            await Task.Yield();
        }

        for (var second = 0; second < 5; second++)
        {
            gateway.Time.Advance(TimeSpan.FromSeconds(1));
            Assert.Equal(HttpStatusCode.OK, (await GetAsync(gateway, address)).StatusCode);
        }

        Assert.Single(gateway.Package.Requests);
        isBack.SetResult();
        while (gateway.Package.Requests.Count < 2)
        {
            gateway.Time.Advance(TimeSpan.FromSeconds(1));
            Assert.Equal(HttpStatusCode.OK, (await GetAsync(gateway, address)).StatusCode);
        }
    }

    [Fact]
    public async Task SafeRequest_BothAddressesRefuse_TheSecondAnswerIsHandedOn()
    {
        await using var gateway = await TestGateway.StartAsync();
        await using var other = await SecondPackageAsync(gateway);
        gateway.Package.Answer("/packages/p-1", 503, """{"why":"first"}""");
        other.Answer("/packages/p-1", 503, """{"why":"second"}""");

        var response = await GetAsync(gateway, "/api/packages/p-1");

        Assert.Equal(HttpStatusCode.ServiceUnavailable, response.StatusCode);
        Assert.Equal((1, 1), (gateway.Package.Requests.Count, other.Requests.Count));
        Assert.Contains("why", await response.Content.ReadAsStringAsync(Cancelled));
    }

    [Theory]
    [InlineData("POST")]
    [InlineData("PUT")]
    [InlineData("DELETE")]
    public async Task UnsafeRequest_AddressRefuses_IsNotSentAgain(string method)
    {
        await using var gateway = await TestGateway.StartAsync();
        await using var other = await SecondPackageAsync(gateway);
        gateway.Package.Answer("/packages/p-1", 503);
        other.Answer("/packages/p-1", 503);

        var response = await SendAsync(gateway, method, "/api/packages/p-1");

        Assert.Equal(HttpStatusCode.ServiceUnavailable, response.StatusCode);
        Assert.Equal(1, gateway.Package.Requests.Count + other.Requests.Count);
    }

    [Fact]
    public async Task Request_AllAddressesGone_IsAProblemThatNamesTheBackend()
    {
        await using var gateway = await TestGateway.StartAsync();
        var other = await SecondPackageAsync(gateway);
        await gateway.Package.DisposeAsync();
        await other.DisposeAsync();

        var response = await GetAsync(gateway, "/api/packages/p-1");

        Assert.Equal(HttpStatusCode.BadGateway, response.StatusCode);
        Assert.Equal("package", (await response.ReadProblemAsync()).GetProperty("backend").GetString());
    }

    [Fact(Timeout = 300_000)]
    public async Task Health_AddressStopsAnswering_IsAvoidedWithoutARequestThatFails()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.With("Backends:HealthInterval", "00:00:01");
        await using var other = await SecondPackageAsync(gateway);
        using var looks = new SemaphoreSlim(0);
        gateway.Package.Answer("/health/ready", context =>
        {
            context.Response.StatusCode = StatusCodes.Status500InternalServerError;
            looks.Release();
            return Task.CompletedTask;
        });
        gateway.CreateClient().Dispose();

        // The third look begins when the second has been judged.
        for (var seen = 0; seen < 3;)
        {
            gateway.Time.Advance(TimeSpan.FromSeconds(1));
            seen += await looks.WaitAsync(TimeSpan.FromMilliseconds(20), Cancelled) ? 1 : 0;
        }

        for (var i = 0; i < 4; i++)
        {
            (await GetAsync(gateway, "/api/packages/p-1")).Dispose();
        }

        Assert.Empty(gateway.Package.Requests);
        Assert.Equal(4, other.Requests.Count);
    }

    [Fact]
    public async Task Answer_NamesAPathOfTheBackend_ItIsThatOfTheGateway()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Delivery.Answer("/deliveries", context =>
        {
            context.Response.StatusCode = StatusCodes.Status201Created;
            context.Response.Headers.Location = "/deliveries/d-1?ownerId=a";
            return Task.CompletedTask;
        });

        var response = await gateway.CreateClient().PostAsJsonAsync("/api/deliveries", new { }, Cancelled);

        Assert.Equal("/api/deliveries/d-1?ownerId=a", response.Headers.Location?.OriginalString);
    }

    private static async Task<FakeBackend> SecondPackageAsync(TestGateway gateway)
    {
        var other = await FakeBackend.StartAsync();
        foreach (var package in new[] { gateway.Package, other })
        {
            package.Answer("/packages/p-1", 200, "{}");
            package.Answer("/packages/summary", 200, """{"packages":5,"fragile":1,"weightKilograms":7.35}""");
        }

        gateway.With("Backends:Package", $"{gateway.Package.Address},{other.Address}");
        return other;
    }

    private static Task<HttpResponseMessage> GetAsync(TestGateway gateway, string address) => SendAsync(gateway, "GET", address);

    private static Task<HttpResponseMessage> SendAsync(TestGateway gateway, string method, string address) =>
        gateway.CreateClient().SendAsync(new HttpRequestMessage(new HttpMethod(method), address), Cancelled);
}
