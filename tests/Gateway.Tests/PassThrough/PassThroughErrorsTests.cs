using DroneDelivery.Gateway.PassThrough;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.Tests.PassThrough;

public sealed class PassThroughErrorsTests
{
    [Theory]
    [InlineData(ForwarderError.None, null)]
    [InlineData(ForwarderError.Request, 502)]
    [InlineData(ForwarderError.RequestBodyDestination, 502)]
    [InlineData(ForwarderError.RequestTimedOut, 504)]
    [InlineData(ForwarderError.RequestCanceled, null)]
    [InlineData(ForwarderError.RequestBodyCanceled, null)]
    [InlineData(ForwarderError.RequestBodyClient, null)]
    [InlineData(ForwarderError.ResponseBodyClient, null)]
    [InlineData(ForwarderError.UpgradeRequestClient, null)]
    [InlineData(ForwarderError.UpgradeResponseCanceled, null)]
    public void Failure_OfTheProxy_BlamesTheBackendForItsOwnOnly(ForwarderError error, int? expected) =>
        Assert.Equal(expected, PassThroughErrors.FailureOf("package", error)?.Status);
}
