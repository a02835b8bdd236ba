using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http.Features;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.LoadTests.Lab.CallRecording;

/// <summary>
/// Forwards calls unchanged, since a call's signature has no host in it, and counts each before its response is passed on. In the
/// description of the account, the addresses of its regions become that of the proxy, since an SDK sends its calls to those.
/// </summary>
internal sealed class CosmosTransformer(Uri target, CallCounters calls) : HttpTransformer
{
    private const string Endpoint = "databaseAccountEndpoint";

    public override async ValueTask TransformRequestAsync(
        HttpContext context, HttpRequestMessage request, string prefix, CancellationToken cancellationToken)
    {
        await base.TransformRequestAsync(context, request, prefix, cancellationToken);
        // As the client has written it: decoding and encoding again would break the signature of some ids. A complete address,
        // as clients send it to other kinds of proxies, must not choose the target.
        var raw = context.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget;
        var path = raw.StartsWith('/') ? raw : $"{context.Request.Path}{context.Request.QueryString}";
        request.RequestUri = new Uri($"{target.GetLeftPart(UriPartial.Authority)}{path}");
        request.Headers.Host = null;
        if (IsForAccount(context))
        {
            request.Headers.AcceptEncoding.Clear();
        }

        context.Features.GetRequiredFeature<RecordedCall>().SetRequest(request);
    }

    public override async ValueTask<bool> TransformResponseAsync(
        HttpContext context, HttpResponseMessage? response, CancellationToken cancellationToken)
    {
        var copies = await base.TransformResponseAsync(context, response, cancellationToken);
        var call = context.Features.GetRequiredFeature<RecordedCall>();
        if (response is not null)
        {
            call.SetResponse(response);
        }

        calls.Add(call);
        if (response is not { IsSuccessStatusCode: true } || !IsForAccount(context))
        {
            return copies;
        }

        var account = WithAddress(
            await response.Content.ReadAsStringAsync(cancellationToken), $"{context.Request.Scheme}://{context.Request.Host}/");
        context.Response.ContentLength = Encoding.UTF8.GetByteCount(account);
        await context.Response.WriteAsync(account, cancellationToken);
        return false;
    }

    /// <summary>The account's description with each region at the address.</summary>
    public static string WithAddress(string account, string address)
    {
        if (JsonNode.Parse(account) is not JsonObject properties)
        {
            return account;
        }

        foreach (var region in properties.Select(property => property.Value).OfType<JsonArray>()
            .SelectMany(regions => regions).OfType<JsonObject>().Where(region => region.ContainsKey(Endpoint)))
        {
            region[Endpoint] = address;
        }

        return properties.ToJsonString();
    }

    private static bool IsForAccount(HttpContext context) =>
        HttpMethods.IsGet(context.Request.Method) && context.Request.Path.Value is null or "" or "/";
}
