using DroneDelivery.Gateway.Database;

namespace DroneDelivery.Gateway.Admin;

internal static class AdminExtensions
{
    public static WebApplicationBuilder AddAdmin(this WebApplicationBuilder builder)
    {
        builder.Services.AddSingleton<KeyAnswers>();
        builder.Services.AddExceptionHandler<DatabaseFailureHandler>();
        return builder;
    }
}
