using Yarp.ReverseProxy.Transforms;
using Yarp.ReverseProxy.Transforms.Builder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>What changes on the way through, besides the path.</summary>
internal static class PassThroughTransforms
{
    public const string Prefix = "/api";

    public static void AddTo(TransformBuilderContext route)
    {
        route.AddResponseTransform(RetryableAttempt.HoldBackAsync);
        route.AddResponseTransform(PrefixLocationAsync);
    }

    // A backend names its own paths, which are others here.
    private static ValueTask PrefixLocationAsync(ResponseTransformContext context)
    {
        var headers = context.HttpContext.Response.Headers;
        if (context.ProxyResponse is not null && headers.Location is [{ } path] && path.StartsWith('/'))
        {
            headers.Location = Prefix + path;
        }

        return ValueTask.CompletedTask;
    }
}
