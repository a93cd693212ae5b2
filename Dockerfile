# The page, served as a user without rights: docker build -t bakeoff . && docker run --rm -p 8642:8642 bakeoff
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
# The package is the one that lies here; its dependencies are those that pyproject.toml allows.
# hadolint ignore=DL3013
RUN pip install --no-cache-dir --prefix=/installed ".[plots,web,parquet,excel]"

FROM python:3.12-slim
COPY --from=build /installed /usr/local
RUN useradd --create-home --uid 10001 --shell /usr/sbin/nologin bakeoff
USER 10001
WORKDIR /home/bakeoff
ENV MPLCONFIGDIR=/tmp/matplotlib PYTHONDONTWRITEBYTECODE=1
EXPOSE 8642
ENTRYPOINT ["bakeoff"]
CMD ["serve", "--host", "0.0.0.0", "--allow-host", "localhost", "--port", "8642", "--no-browser"]
