namespace DroneDelivery.Delivery.Caching;

internal static class AnswerCacheExtensions
{
    public static WebApplicationBuilder AddAnswerCache(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<AnswerCacheOptions, AnswerCacheOptionsValidator>()
            .BindConfiguration(AnswerCacheOptions.Section);
        builder.Services.AddSingleton<AnswerCache>();
        return builder;
    }
}
