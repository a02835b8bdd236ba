using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.Tests.PassThrough;

/// <summary>The client's body failed: before the backend had answered, or after.</summary>
public sealed class ClientFailureTests
{
    [Fact]
    public async Task ClientsBody_FailsBeforeTheAnswer_IsAProblemWithTheProxysStatus()
    {
        using var response = await PostAsync(StatusCodes.Status400BadRequest, ForwarderError.RequestBodyClient);

        Assert.Equal(StatusCodes.Status400BadRequest, (int)response.StatusCode);
        Assert.Equal(StatusCodes.Status400BadRequest, (await response.ReadProblemAsync()).GetProperty("status").GetInt32());
    }

    // An answer that comes before the whole body was read is one, although the proxy says that the body failed.
    [Theory]
    [InlineData(ForwarderError.RequestBodyClient)]
    [InlineData(ForwarderError.RequestBodyCanceled)]
    public async Task ClientsBody_FailsAfterTheAnswer_AnswerPassesAsItIs(ForwarderError error)
    {
        using var response = await PostAsync(StatusCodes.Status204NoContent, error);

        Assert.Equal(StatusCodes.Status204NoContent, (int)response.StatusCode);
        Assert.Empty(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    private static async Task<HttpResponseMessage> PostAsync(int status, ForwarderError error)
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.WithServices(services => services.AddSingleton<IHttpForwarder>(new Forwarder(status, error)));
        using var client = gateway.CreateClient();
        return await client.PostAsync("/api/deliveries", content: null, TestContext.Current.CancellationToken);
    }

    private sealed class Forwarder(int status, ForwarderError error) : IHttpForwarder
    {
        public ValueTask<ForwarderError> SendAsync(
            HttpContext context,
            string destinationPrefix,
            HttpMessageInvoker httpClient,
            ForwarderRequestConfig requestConfig,
            HttpTransformer transformer)
        {
            context.Response.StatusCode = status;
            return new(error);
        }
    }
}
