using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.ServiceDefaults.Tests.Authorization;

public sealed class ForwardedCallerTests
{
    [Theory]
    [InlineData(null, "*")]
    [InlineData("", "")]
    [InlineData("acme", "acme")]
    public async Task Owners_HeaderMissingOrSent_AreAllOrThoseSent(string? header, string expected)
    {
        var context = new DefaultHttpContext();
        if (header is not null)
        {
            context.Request.Headers[ForwardedCaller.OwnersHeader] = header;
        }

        Assert.Equal(expected, (await ForwardedCaller.BindAsync(context))?.Owners.Text);
    }
}
