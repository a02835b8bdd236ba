using System.Net;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Invoices;

/// <summary>
/// All or a named failure: whichever backend fails, and however it does, the invoice is a problem that names it.
/// </summary>
public sealed class InvoiceFailureTests
{
    private static readonly (string Backend, string Path)[] Calls =
    [
        ("delivery", "/deliveries/summary"),
        ("delivery", "/deliveries/utilization"),
        ("package", "/packages/summary"),
        ("drone-scheduler", "/drones/summary"),
    ];

    private static readonly (int BackendStatus, string Body, HttpStatusCode Expected, string Kind)[] Failures =
    [
        (500, "", HttpStatusCode.BadGateway, "failed"),
        (503, "", HttpStatusCode.ServiceUnavailable, "unavailable"),
        (504, "", HttpStatusCode.GatewayTimeout, "timeout"),
        (429, "", HttpStatusCode.ServiceUnavailable, "unavailable"),
        (404, "", HttpStatusCode.NotFound, "not-found"),
        (200, "<html>", HttpStatusCode.BadGateway, "unreadable"),
        (200, "{}", HttpStatusCode.BadGateway, "unreadable"),
    ];

    public static TheoryData<string, string> EachCall() => new(Calls);

    public static TheoryData<string, string, int, string, HttpStatusCode, string> EachCallAndFailure() => new(
        from call in Calls
        from failure in Failures
        select (call.Backend, call.Path, failure.BackendStatus, failure.Body, failure.Expected, failure.Kind));

    [Theory]
    [MemberData(nameof(EachCallAndFailure))]
    public async Task Invoice_BackendAnswersBadly_ProblemNamesItAndHow(
        string backend, string path, int status, string body, HttpStatusCode expected, string kind)
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Named(backend).Answer(path, status, body);

        await AssertFailureAsync(await gateway.GetInvoiceAsync(), expected, backend, kind);
    }

    [Theory]
    [InlineData("application/xml")]
    [InlineData("text/plain, image/png")]
    public async Task Invoice_AcceptExcludesJson_FailureIsAProblemAllTheSame(string accept)
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer("/packages/summary", 404);
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/invoices/nobody?year=2025&month=6");
        request.Headers.Add("Accept", accept);

        var response = await gateway.CreateClient().SendAsync(request, TestContext.Current.CancellationToken);

        await AssertFailureAsync(response, HttpStatusCode.NotFound, "package", "not-found");
    }

    [Theory]
    [InlineData(500, "A request was answered with 502 (failed): The package service answered with status 500.")]
    [InlineData(404)]
    public async Task Invoice_BackendAnswersBadly_IsLoggedUnlessTheOwnerIsUnknown(int status, params string[] expected)
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer("/packages/summary", status);

        (await gateway.GetInvoiceAsync()).Dispose();

        Assert.Equal(expected, gateway.Warnings.Lines);
    }

    [Theory(Timeout = 300_000)]
    [MemberData(nameof(EachCall))]
    public async Task Invoice_BackendLate_ProblemNamesItAfterTheTimeout(string backend, string path)
    {
        await using var gateway = await TestGateway.StartAsync();
        var asked = new TaskCompletionSource();
        gateway.Named(backend).Answer(path, async context =>
        {
            asked.SetResult();
            await Task.Delay(Timeout.Infinite, context.RequestAborted);
        });

        var invoice = gateway.GetInvoiceAsync();
        await asked.Task;
        await OneCallIsLeftAsync(gateway);
        gateway.Time.Advance(TimeSpan.FromSeconds(15));

        await AssertFailureAsync(await invoice, HttpStatusCode.GatewayTimeout, backend, "timeout");
    }

    [Theory]
    [InlineData("delivery", "Backends:Delivery")]
    [InlineData("package", "Backends:Package")]
    [InlineData("drone-scheduler", "Backends:DroneScheduler")]
    public async Task Invoice_BackendUnreachable_ProblemNamesIt(string backend, string setting)
    {
        await using var gateway = await TestGateway.StartAsync();
        var closed = await FakeBackend.StartAsync();
        gateway.With(setting, closed.Address);
        await closed.DisposeAsync();

        await AssertFailureAsync(await gateway.GetInvoiceAsync(), HttpStatusCode.BadGateway, backend, "unreachable");
    }

    [Fact]
    public async Task Invoice_BackendFailsAgainAndAgain_CallsArePaused()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.With("Resilience:Retries", "0").With("Resilience:BreakerMinimumAttempts", "2");
        gateway.Package.Answer("/packages/summary", 503);
        await gateway.GetInvoiceAsync();
        await gateway.GetInvoiceAsync();

        await AssertFailureAsync(await gateway.GetInvoiceAsync(), HttpStatusCode.ServiceUnavailable, "package", "paused");
        Assert.Equal(2, gateway.Package.Requests.Count);
    }

    [Fact(Timeout = 300_000)]
    public async Task Invoice_BackendBackAfterItFailed_IsServedWithinTwoSeconds()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.With("Resilience:Retries", "0");
        gateway.Package.Answer("/packages/summary", 503);
        while (await FailureOfAsync(gateway) != "paused")
        {
        }

        gateway.Package.Answer("/packages/summary", 200, """{"packages":5,"fragile":1,"weightKilograms":7.35}""");
        gateway.Time.Advance(TimeSpan.FromSeconds(2));

        Assert.Equal(HttpStatusCode.OK, (await gateway.GetInvoiceAsync()).StatusCode);
    }

    [Fact]
    public async Task Invoice_BackendOverloaded_ItsRetryAfterIsPassedOn()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Delivery.Answer("/deliveries/utilization", context =>
        {
            context.Response.StatusCode = StatusCodes.Status429TooManyRequests;
            context.Response.Headers.RetryAfter = "3";
            return Task.CompletedTask;
        });

        var response = await gateway.GetInvoiceAsync();

        Assert.Equal("3", response.Headers.RetryAfter?.ToString());
    }

    [Fact(Timeout = 300_000)]
    public async Task Invoice_OneBackendFails_TheOthersAreCancelled()
    {
        await using var gateway = await TestGateway.StartAsync();
        var asked = new TaskCompletionSource();
        var cancelled = new TaskCompletionSource();
        gateway.DroneScheduler.Answer("/drones/summary", async context =>
        {
            context.RequestAborted.Register(cancelled.SetResult);
            asked.SetResult();
            await cancelled.Task;
        });
        gateway.Package.Answer("/packages/summary", async context =>
        {
            await asked.Task;
            context.Response.StatusCode = StatusCodes.Status500InternalServerError;
        });

        await AssertFailureAsync(await gateway.GetInvoiceAsync(), HttpStatusCode.BadGateway, "package", "failed");
        await cancelled.Task;
    }

    private static async Task<string?> FailureOfAsync(TestGateway gateway) =>
        (await (await gateway.GetInvoiceAsync()).ReadProblemAsync()).GetProperty("failure").GetString();

    // A call in flight holds two timers: of the attempt and of all attempts. The clock would end any other that is left too.
    private static async Task OneCallIsLeftAsync(TestGateway gateway)
    {
        while (gateway.Time.PendingTimers > 2)
        {
            await Task.Yield();
        }
    }

    private static async Task AssertFailureAsync(
        HttpResponseMessage response, HttpStatusCode expected, string backend, string kind)
    {
        var problem = await response.ReadProblemAsync();
        Assert.Equal(
            (expected, (int)expected, backend, kind),
            (response.StatusCode, problem.GetProperty("status").GetInt32(), TextOf("backend"), TextOf("failure")));
        Assert.Contains($"The {backend} service", TextOf("detail"));

        string? TextOf(string property) => problem.GetProperty(property).GetString();
    }
}
