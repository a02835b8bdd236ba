using System.Diagnostics.Metrics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Requests;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>Bodies that come slowly take memory of the gateway and nothing of a backend.</summary>
public sealed class SlowUploadTests
{
    private const int Body = 1_000;
    private const string Part = "{\"ownerId\":";
    private const string Get = "GET /api/deliveries HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    private readonly RequestProgress _progress = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact(Timeout = 300_000)]
    public async Task Uploads_Slow_HoldNoPermitOfTheBackend()
    {
        await using var gateway = await StartAsync();
        var uploads = await BeginAsync(gateway, 4);

        var list = await gateway.SendAsync(Get);

        Assert.Equal([200], list.Statuses);
        Assert.Equal(["GET /deliveries"], gateway.Reached);
        foreach (var upload in uploads)
        {
            await upload.GetStream().WriteAsync(Encoding.ASCII.GetBytes(new string(' ', Body - Part.Length)), Cancelled);
            using var answer = new StreamReader(upload.GetStream());
            Assert.Contains($"{Body} bytes", await answer.ReadToEndAsync(Cancelled));
            upload.Dispose();
        }

        // The list and the uploads.
        await _progress.EndedAsync(1 + uploads.Count);
        Assert.Equal(0, MemoryOf(gateway).Bytes);
    }

    [Fact(Timeout = 300_000)]
    public async Task Upload_ClientLeaves_ItsMemoryIsFreed()
    {
        await using var gateway = await StartAsync();
        var upload = Assert.Single(await BeginAsync(gateway, 1));

        upload.Dispose();

        await _progress.EndedAsync();
        Assert.Equal(0, MemoryOf(gateway).Bytes);
        Assert.Empty(gateway.Reached);
    }

    [Fact(Timeout = 300_000)]
    public async Task Uploads_MoreThanTheirMemory_AreRefusedAndReachNoBackend()
    {
        await using var gateway = await StartAsync(("Requests:MaxUploadMegabytes", "1"), ("Requests:MaxBodyKilobytes", "512"));
        using var held = MemoryOf(gateway).Reserve(caller: null);
        held.TryAdd((1024 * 1024) - UploadMiddleware.FirstBytes + 1);

        var refused = await gateway.SendAsync(Post(Body) + new string(' ', Body));
        var list = await gateway.SendAsync(Get);

        Assert.Equal((503, 200), (Assert.Single(refused.Statuses), Assert.Single(list.Statuses)));
        Assert.Contains("\"failure\":\"uploads\"", refused.Text);
        Assert.Contains("The gateway is receiving as many uploads as it has memory for.", refused.Text);
        Assert.Contains("\r\nRetry-After: 1\r\n", refused.Text);
        Assert.Equal(["GET /deliveries"], gateway.Reached);
    }

    [Fact]
    public void Uploads_OfOneHolder_LeaveMemoryForOthers()
    {
        using var services = new ServiceCollection().AddMetrics().BuildServiceProvider();
        var options = new RequestOptions { MaxUploadMegabytes = 8, MaxBodyKilobytes = 1 };
        var memory = new UploadMemory(Options.Create(options), services.GetRequiredService<IMeterFactory>());
        var (acme, zenith) = (Caller.Anonymous with { Name = "acme" }, Caller.Anonymous with { Name = "zenith" });

        using var first = memory.Reserve(acme);
        Assert.True(first.TryAdd(1024 * 1024));
        using (var second = memory.Reserve(acme))
        {
            Assert.False(second.TryAdd(1));
        }

        using var other = memory.Reserve(zenith);
        Assert.True(other.TryAdd(1024 * 1024));
        first.Dispose();
        using var third = memory.Reserve(acme);
        Assert.True(third.TryAdd(1024 * 1024));
    }

    [Fact]
    public void Uploads_AsLargeAsTheirMemory_AreAllowed()
    {
        using var services = new ServiceCollection().AddMetrics().BuildServiceProvider();
        var options = new RequestOptions { MaxUploadMegabytes = 8, MaxBodyKilobytes = 4096 };
        var memory = new UploadMemory(Options.Create(options), services.GetRequiredService<IMeterFactory>());

        using (var all = memory.Reserve(caller: null))
        {
            Assert.True(all.TryAdd(8 * 1024 * 1024));
            Assert.False(all.TryAdd(1));
        }

        // A holder may send the largest body, although it is more than an eighth of the memory.
        using var one = memory.Reserve(Caller.Anonymous with { Name = "acme" });
        Assert.True(one.TryAdd(8 * 1024 * 1024));
    }

    [Fact(Timeout = 300_000)]
    public async Task Upload_UnderWay_ItsBufferIsMeasured()
    {
        await using var gateway = await StartAsync();
        using var upload = new TcpClient();
        await upload.ConnectAsync(IPAddress.Loopback, gateway.Port, Cancelled);
        await upload.GetStream().WriteAsync(Encoding.ASCII.GetBytes(Post(100_000) + new string(' ', 70_000)), Cancelled);
        while (MemoryOf(gateway).Bytes < 128 * 1024)
        {
            await Task.Yield();
        }

        using var measured = new RecordedMeasurements(gateway.Services.GetRequiredService<IMeterFactory>());
        Assert.Equal(128 * 1024, measured.Of("gateway.uploads.bytes", ""));
        Assert.Contains("gateway.uploads.bytes By Memory of the bodies of requests that are being received.", measured.Instruments);
    }

    [Fact(Timeout = 300_000)]
    public async Task Upload_TooSlow_Is408AndReachesNoBackend()
    {
        await using var gateway = await StartAsync();
        using var upload = Assert.Single(await BeginAsync(gateway, 1));

        gateway.Time.Advance(TimeSpan.FromSeconds(30));

        using var answer = new StreamReader(upload.GetStream());
        var text = await answer.ReadToEndAsync(Cancelled);
        Assert.StartsWith("HTTP/1.1 408", text);
        Assert.Contains("The body took too long.", text);
        Assert.Empty(gateway.Reached);
    }

    [Fact(Timeout = 300_000)]
    public async Task Get_WithABody_IsRefused()
    {
        await using var gateway = await StartAsync();

        var answer = await gateway.SendAsync(
            "GET /api/deliveries HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");

        Assert.Equal([400], answer.Statuses);
        Assert.Contains("A GET request must have no body.", answer.Text);
        Assert.Contains("\r\nConnection: close\r\n", answer.Text);
        Assert.Empty(gateway.Reached);
    }

    private static string Post(int length) =>
        $"POST /api/deliveries HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n";

    /// <summary>A gateway that has served a request.</summary>
    private async Task<OpenGateway> StartAsync(params (string Key, string Value)[] settings)
    {
        var test = await TestGateway.StartAsync();
        test.With("Shedding:Mode", "fixed").With("Shedding:Limit", "2");
        // The server refuses slow bodies by real time.
        test.With("Requests:DataRateGrace", "00:10:00");
        foreach (var (key, value) in settings)
        {
            test.With(key, value);
        }

        test.WithServices(services => services.AddSingleton<IStartupFilter>(_progress));
        var gateway = OpenGateway.Open(test);
        gateway.Delivery.Answer("/deliveries", async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body, context.RequestAborted);
            await context.Response.WriteAsync($"{body.Length} bytes", context.RequestAborted);
        });
        await gateway.SendAsync(Get);
        await _progress.BegunAsync();
        await _progress.EndedAsync();
        gateway.Delivery.Requests.Clear();
        return gateway;
    }

    /// <summary>Returns when the gateway waits for the rest of each.</summary>
    private async Task<List<TcpClient>> BeginAsync(OpenGateway gateway, int count)
    {
        var uploads = new List<TcpClient>();
        for (var i = 0; i < count; i++)
        {
            var client = new TcpClient();
            await client.ConnectAsync(IPAddress.Loopback, gateway.Port, Cancelled);
            await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(Post(Body) + Part), Cancelled);
            uploads.Add(client);
        }

        await _progress.BegunAsync(count);
        Assert.Equal(count * UploadMiddleware.FirstBytes, MemoryOf(gateway).Bytes);
        return uploads;
    }

    private static UploadMemory MemoryOf(OpenGateway gateway) => gateway.Services.GetRequiredService<UploadMemory>();
}
